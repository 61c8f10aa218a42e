import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Calls } from '../../backend/calls.ts'
import type { FailureCode } from '../../backend/result.ts'
import { createTestTimers, type TestTimers } from '../../browser/test-timers.ts'
import { forgetTabs, openTab, waiting } from '../test-tabs.ts'
import { Sender } from './sender.ts'
import { gate, quiet, sendingOf } from './test-sending.ts'

type Answer = FailureCode | 'ok'

let tab: Awaited<ReturnType<typeof openTab>>
let timers: TestTimers
/** The server's answers to the next requests; it carries out all further ones. */
let answers: (Answer | Promise<Answer>)[]
/** The texts of the likes that the server was asked to insert. */
let sent: (string | undefined)[]
let faults: unknown[]
let attempts: string[]
/** Whether another tab holds the right to send. */
let isElsewhere: boolean
/** Called after the outbox was found empty, before the right to send is given back. */
let beforeRelease: () => Promise<void>
let hasLostRight: boolean
let sender: Sender

beforeEach(async () => {
  tab = await openTab('tab')
  timers = createTestTimers()
  answers = []
  sent = []
  faults = []
  attempts = []
  isElsewhere = false
  hasLostRight = false
  beforeRelease = async () => undefined
  const calls: Pick<Calls, 'insert'> = {
    async insert(_, row) {
      sent.push((row as { text?: string }).text)
      const answer = await (answers.shift() ?? 'ok')
      return answer === 'ok' ? { ok: true, value: undefined } : { ok: false, code: answer }
    },
  }
  sender = new Sender({
    ...sendingOf(tab.store, calls),
    timers,
    async lock(work) {
      if (isElsewhere) return false
      await work(async () => !hasLostRight)
      await beforeRelease()
      return true
    },
    onAttempt: (result) => attempts.push(result),
    onFault: (cause) => faults.push(cause),
  })
})
afterEach(async () => {
  await sender.stop()
  await forgetTabs()
  expect(faults).toEqual([])
})

const queue = (text: string) => {
  tab.journal.write({ action: 'like-quote', quote: { text, author: 'A' } })
  sender.wake('queued')
}
/** Resolves when the sender has made as many requests, or has had ample time to, and nothing is under way any more. */
async function requests(count: number): Promise<void> {
  for (let turn = 0; turn < 200 && sent.length < count; turn += 1)
    await new Promise((resolve) => setImmediate(resolve))
  await quiet()
}
async function advance(milliseconds: number): Promise<void> {
  timers.advance(milliseconds)
  await quiet()
}

describe('the sender', () => {
  it('sends what waits, one after the other, in order', async () => {
    const first = gate<Answer>()
    answers = [first.opened]
    queue('eins')
    queue('zwei')
    await requests(1)
    expect(sent).toEqual(['eins'])
    first.open('ok')
    await requests(2)
    expect(sent).toEqual(['eins', 'zwei'])
    expect(waiting(tab.store)).toEqual([])
    expect(attempts).toEqual(['ok', 'ok'])
  })

  it('sends what is queued while it ends', async () => {
    const [ending, release] = [gate(), gate()]
    beforeRelease = async () => {
      beforeRelease = async () => undefined
      ending.open()
      await release.opened
    }
    queue('eins')
    await ending.opened
    queue('zwei')
    await quiet()
    expect(sent).toEqual(['eins'])
    release.open()
    await requests(2)
    expect(sent).toEqual(['eins', 'zwei'])
  })

  it('looks no further when nothing was queued while it ended', async () => {
    let endings = 0
    beforeRelease = async () => void (endings += 1)
    queue('eins')
    await requests(1)
    expect(endings).toBe(1)
  })

  it('waits longer after each failed attempt, up to a minute, and again from the start after a success', async () => {
    const pauses = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000].map((ms) => ms / 2)
    answers = pauses.map(() => 'network' as const)
    queue('eins')
    await requests(1)
    for (const [index, pause] of pauses.entries()) {
      await quiet()
      await advance(pause - 1)
      expect(sent).toHaveLength(index + 1)
      timers.advance(1)
      await requests(index + 2)
    }
    expect(sent).toHaveLength(pauses.length + 1)
    answers = ['network']
    queue('zwei')
    await requests(pauses.length + 2)
    timers.advance(500)
    await requests(pauses.length + 3)
    expect(sent.slice(-2)).toEqual(['zwei', 'zwei'])
  })

  it('ends a pause for what is queued, except one that the server asked for', async () => {
    answers = ['network', 'network', 'rate-limited']
    queue('eins')
    await requests(1)
    queue('zwei')
    await requests(2)
    // Nothing has come through: the next pause is longer all the same.
    await advance(999)
    expect(sent).toEqual(['eins', 'eins'])
    timers.advance(1)
    await requests(3)
    queue('drei')
    await quiet()
    expect(sent).toHaveLength(3)
    timers.advance(2000)
    await requests(6)
    expect(sent.slice(3)).toEqual(['eins', 'zwei', 'drei'])
  })

  it('ends each pause when the server may be reachable again, and counts failures from the start', async () => {
    answers = ['rate-limited', 'rate-limited', 'network']
    queue('eins')
    await requests(1)
    timers.advance(500)
    await requests(2)
    sender.wake('try-now')
    await requests(3)
    await advance(499)
    expect(sent).toHaveLength(3)
    timers.advance(1)
    await requests(4)
    expect(sent).toHaveLength(4)
  })

  it('reports an error of ours, and tries again after a pause; nothing once it was stopped', async () => {
    const [first, second] = [gate(), gate()]
    const fault = new Error('ours')
    const fail = () => {
      throw fault
    }
    answers = [first.opened.then(fail), second.opened.then(fail)]
    queue('eins')
    await requests(1)
    first.open()
    await quiet()
    expect(faults.splice(0)).toEqual([fault])
    await advance(499)
    expect(sent).toHaveLength(1)
    timers.advance(1)
    await requests(2)
    const stopping = sender.stop()
    second.open()
    await stopping
    expect(faults).toEqual([])
  })

  it('asks for the right to send again after a second', async () => {
    isElsewhere = true
    queue('eins')
    await quiet()
    isElsewhere = false
    await advance(999)
    expect(sent).toEqual([])
    timers.advance(1)
    await requests(1)
    expect(sent).toEqual(['eins'])
  })

  it('sends nothing more once the right to send is lost, and asks for it again after a second', async () => {
    const first = gate<Answer>()
    answers = [first.opened]
    queue('eins')
    queue('zwei')
    await requests(1)
    hasLostRight = true
    first.open('ok')
    await quiet()
    expect(sent).toEqual(['eins'])
    hasLostRight = false
    await advance(999)
    expect(sent).toEqual(['eins'])
    timers.advance(1)
    await requests(2)
    expect(sent).toEqual(['eins', 'zwei'])
  })

  it('stops after the attempt under way, and does not start again', async () => {
    const first = gate<Answer>()
    answers = [first.opened]
    queue('eins')
    queue('zwei')
    await requests(1)
    let isStopped = false
    const stopping = sender.stop().then(() => (isStopped = true))
    await quiet()
    expect(isStopped).toBe(false)
    first.open('ok')
    await stopping
    for (const reason of ['queued', 'try-now'] as const) sender.wake(reason)
    await quiet()
    expect(sent).toEqual(['eins'])
  })

  it('is not woken by the end of a pause after it was stopped', async () => {
    answers = ['network']
    queue('eins')
    await requests(1)
    await sender.stop()
    await advance(60_000)
    expect(sent).toEqual(['eins'])
  })
})
