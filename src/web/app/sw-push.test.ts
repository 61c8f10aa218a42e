import { expect, it } from 'vitest'
import { subscriptionChanged } from '../browser/push-change.ts'
import { answerNudges, type NudgeScope } from './sw-push.ts'

/** A worker's scope with one open page; what it subscribes for, and what the page hears. */
function startWorker() {
  const listeners = new Map<string, (event: never) => void>()
  const [subscribed, heard]: [unknown[], unknown[]] = [[], []]
  const scope: NudgeScope = {
    registration: {
      showNotification: async () => undefined,
      pushManager: { subscribe: async (options) => subscribed.push(options) },
    },
    clients: {
      matchAll: async () => [
        { focus: async () => undefined, postMessage: (message: unknown) => heard.push(message) },
      ],
      openWindow: async () => undefined,
    },
    addEventListener: (type: string, listener: (event: never) => void) =>
      void listeners.set(type, listener),
  }
  answerNudges(scope)
  const change = async (event: object) => {
    const work: unknown[] = []
    const waiting = { ...event, waitUntil: (one: Promise<unknown>) => work.push(one) }
    listeners.get('pushsubscriptionchange')?.(waiting as never)
    await Promise.all(work)
  }
  return { subscribed, heard, change }
}

const applicationServerKey = new Uint8Array([1, 2]).buffer
const old = { options: { applicationServerKey, userVisibleOnly: true } }
const told = [{ type: subscriptionChanged }]

it('a subscription that the push service has ended is renewed for the same server, and the open page sends it', async () => {
  const { subscribed, heard, change } = startWorker()
  await change({ oldSubscription: old, newSubscription: null })
  expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey }])
  expect(heard).toEqual(told)
})

it.each([
  ['has renewed it itself', { oldSubscription: old, newSubscription: {} }],
  ['names neither', {}],
])('a browser that %s leaves it to the page', async (_, event) => {
  const { subscribed, heard, change } = startWorker()
  await change(event)
  expect(subscribed).toEqual([])
  expect(heard).toEqual(told)
})
