import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Calls } from '../../backend/calls.ts'
import type { FailureCode } from '../../backend/result.ts'
import { createEntry, journalRow, note } from '../memory/test-journal.ts'
import type { Mutation } from '../mutations/registry.ts'
import { enqueue } from '../store/queue.ts'
import { evict, onDevice } from '../test-faults.ts'
import { forgetTabs, openTab } from '../test-tabs.ts'
import { sendNext, type SendOptions } from './send-next.ts'
import { sendingOf } from './test-sending.ts'

let tab: Awaited<ReturnType<typeof openTab>>
/** The requests that the server got, in order. */
let asked: string[]
let journalAnswer: FailureCode | 'ok' | 'no-row'
let insertAnswer: FailureCode | 'ok'

beforeEach(async () => {
  tab = await openTab('tab')
  asked = []
  journalAnswer = 'ok'
  insertAnswer = 'ok'
})
afterEach(forgetTabs)

const answerTo = <Value>(code: FailureCode | 'ok', value: Value) =>
  code === 'ok' ? ({ ok: true, value } as const) : ({ ok: false, code } as const)
const calls: Partial<Calls> = {
  async readJournal() {
    asked.push('journal')
    return journalAnswer === 'no-row'
      ? { ok: true, value: undefined }
      : answerTo(journalAnswer, journalRow())
  },
  async insert(table) {
    asked.push(table)
    return answerTo(insertAnswer, undefined)
  },
}
const send = async (options: Partial<SendOptions> = {}, others: Partial<Calls> = {}) =>
  sendNext(sendingOf(tab.store, { ...calls, ...others }, options))
const quote = { text: 'eins', author: 'A' }
const like = () => tab.journal.write({ action: 'like-quote', quote })
const queue = () => tab.store.memory.state().queue
const needsProbe = () => true
const idIn = (mutation: Mutation | undefined) =>
  mutation !== undefined && 'entryId' in mutation ? mutation.entryId : 'none'

describe('a write', () => {
  it('is sent, too, by a page whose device has lost its copy', async () => {
    like()
    await tab.store.written()
    evict()
    expect(await send()).toBe('ok')
    expect(asked).toEqual(['quote_likes'])
    expect(queue()).toEqual([])
  })

  it('is not tried without a network, and can still be taken back', async () => {
    const isOffline = () => true
    expect(await send({ isOffline })).toBe('empty')
    like()
    expect(await send({ isOffline, needsProbe })).toBe('network')
    expect(queue()[0]?.isInFlight).toBeUndefined()
    tab.journal.write({ action: 'unlike-quote', quote })
    expect(await send({ isOffline, needsProbe })).toBe('empty')
    expect(asked).toEqual([])
  })

  it('goes out only after the server has answered, be it a refusal', async () => {
    like()
    journalAnswer = 'network'
    expect(await send({ needsProbe })).toBe('network')
    expect(asked).toEqual(['journal'])
    expect(queue()[0]?.isInFlight).toBeUndefined()
    for (const answer of ['server', 'no-row'] as const) {
      journalAnswer = answer
      insertAnswer = 'network'
      asked = []
      expect(await send({ needsProbe })).toBe('network')
      expect(asked).toEqual(['journal', 'quote_likes'])
    }
    insertAnswer = 'ok'
    asked = []
    expect(await send()).toBe('ok')
    expect(asked).toEqual(['quote_likes'])
  })

  it('that depends on the date waits for its day, and asks once more whether the clock is right', async () => {
    const create = createEntry(1, { automatic: true, whenClockIsRight: true })
    tab.store.change((rows) => enqueue(rows, create, 0))
    expect(await send()).toBe('empty')
    expect(asked).toEqual([])
    let verdict: 'reached' | 'not-yet' = 'reached'
    const clock = { verdictOn: () => verdict }
    journalAnswer = 'network'
    expect(await send({ clock })).toBe('network')
    expect(asked).toEqual(['journal'])
    // The answer has shown that the clock is wrong.
    journalAnswer = 'ok'
    const readJournal: Calls['readJournal'] = async () => {
      verdict = 'not-yet'
      return { ok: true, value: journalRow() }
    }
    expect(await send({ clock }, { readJournal })).toBe('empty')
    verdict = 'reached'
    asked = []
    expect(await send({ clock })).toBe('ok')
    expect(asked).toEqual(['journal', 'entries'])
  })

  it('has another id, on the disk, too, where its own belongs to another person’s row', async () => {
    tab.journal.createEntry(note('Text'))
    const before = queue()[0]?.mutation
    insertAnswer = 'duplicate'
    const read = async () => answerTo('ok', undefined)
    const wasRemoved = async () => answerTo('ok', false)
    expect(await send({}, { read, wasRemoved })).toBe('id-taken')
    const mutation = { ...before, entryId: expect.not.stringMatching(idIn(before)) }
    expect(queue()).toMatchObject([{ mutation, isInFlight: true }])
    const rows = await onDevice(async (database) => database.getAll('outbox'))
    expect(rows).toEqual(queue())
  })

  it.each([
    ['fault', { kind: 'retrying', tries: 1, overtaken: false }],
    ['unsupported', { kind: 'retrying', tries: 1, overtaken: false }],
    ['network', undefined],
    ['server', undefined],
    ['rate-limited', undefined],
    ['unauthorized', undefined],
  ] as const)('that ends with "%s" has its trouble on the disk, too', async (code, trouble) => {
    like()
    insertAnswer = code
    expect(await send()).toBe(code)
    expect(queue()[0]?.trouble).toEqual(trouble)
    const rows = await onDevice(async (database) => database.getAll('outbox'))
    expect(rows.map((row) => row.trouble)).toEqual([trouble])
  })
})
