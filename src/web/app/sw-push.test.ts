import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nudgeTopic, unreadableNudge } from '../../domain/nudges/nudge-message.ts'
import { subscriptionChanged } from '../browser/push-change.ts'
import { answerNudges, type NudgeScope } from './sw-push.ts'

/** A worker's scope with one open page; what it shows and subscribes for, and what the page hears. */
function startWorker() {
  const listeners = new Map<string, (event: never) => void>()
  const [shown, subscribed, heard]: [unknown[], unknown[], unknown[]] = [[], [], []]
  const scope: NudgeScope = {
    registration: {
      showNotification: async (title, options) => void shown.push({ title, ...options }),
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
  const happens = (type: string) => async (event: object) => {
    const work: unknown[] = []
    const waiting = { ...event, waitUntil: (one: Promise<unknown>) => work.push(one) }
    listeners.get(type)?.(waiting as never)
    await Promise.all(work)
  }
  return {
    shown,
    subscribed,
    heard,
    change: happens('pushsubscriptionchange'),
    push: happens('push'),
    tap: happens('notificationclick'),
  }
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

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://tagebuch.example' })
  vi.stubGlobal('navigator', {})
})
afterEach(() => void vi.unstubAllGlobals())

it.each([
  ['https://tagebuch.example/?eintrag=1', '/?eintrag=1'],
  ['https://elsewhere.example/boese?eintrag=1', '/'],
  ['javascript:alert(1)', '/'],
  [undefined, '/'],
])('a nudge that leads to %s is shown with a sound, and opens %s', async (navigate, path) => {
  const { shown, heard, push, tap } = startWorker()
  const notification = { title: 'Etwas Neues', body: 'Von Jonas', navigate, app_badge: 'viele' }
  await push({ data: { text: () => JSON.stringify({ notification }) } })
  const news = { title: 'Etwas Neues', body: 'Von Jonas', tag: nudgeTopic, renotify: true }
  expect(shown).toMatchObject([{ ...news, data: path }])
  await tap({ notification: { data: navigate, close: () => undefined } })
  expect(heard).toEqual([{ type: 'open-path', path }])
})

it.each([[null], [{ text: () => 'kein JSON' }], [{ text: () => '{"notification":{"title":""}}' }]])(
  'what cannot be read is shown all the same',
  async (data) => {
    const { shown, push } = startWorker()
    await push({ data })
    expect(shown).toMatchObject([{ title: unreadableNudge.title, data: '/' }])
  },
)
