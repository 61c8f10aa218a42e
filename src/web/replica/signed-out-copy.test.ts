import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'

import type { PartnerId } from '../../domain/ids.ts'
import { createTestTimers } from '../browser/test-timers.ts'
import { createDatabase } from './copy/database.ts'
import type { Journal } from './journal.ts'
import { createLocalJournal } from './local-journal.ts'
import { AnswerWait } from './outbox/answer-wait.ts'
import { reuseReplica, wipeReplica } from './replica.ts'
import { SwitchOver } from './switch-over.ts'

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const note = {
  category: 'erzaehlen',
  content: 'nur für uns',
  isPrivate: false,
  scheduledDate: null,
} as const

let signOuts = 0

/** Opens the journal as a page does, without a server. */
async function openPage(): Promise<SwitchOver> {
  signOuts = 0
  const timers = createTestTimers()
  const answers = new AnswerWait(timers)
  const idle = { start: () => undefined, wake: () => undefined, stop: async () => undefined }
  const copies = new SwitchOver({
    me,
    now: () => timers.now(),
    onSignedOut: () => (signOuts += 1),
    onFault: () => undefined,
    liveQuery: (read) => answers.liveQuery(read),
    use: (database) => ({
      database,
      journal: createLocalJournal({ database, me, tab: 'tab', timers, sender: () => undefined }),
      ...idle,
    }),
  })
  await copies.open()
  return copies
}

const write = async (copies: SwitchOver) =>
  copies.run(async (journal: Journal) => journal.createEntry(note))
const waiting = async (copies: SwitchOver) =>
  copies.run(async (journal: Journal) => (await journal.status()).pendingCount)

/** As where a frozen tab holds the copy open until the browser is killed. */
function holdCopyOpen(): void {
  vi.spyOn(Dexie.prototype, 'delete').mockRejectedValue(new Error('blocked'))
}

afterEach(async () => {
  vi.restoreAllMocks()
  await createDatabase(me).delete()
})

describe('a copy that a sign-out could not delete', () => {
  it('is emptied and not shown again', async () => {
    const first = await openPage()
    await write(first)
    await first.close()
    holdCopyOpen()
    await expect(wipeReplica(me)).rejects.toThrow('broken')
    const database = createDatabase(me)
    expect(await database.outbox.count()).toBe(0)
    database.close()
    const second = await openPage()
    expect(signOuts).toBe(1)
    await expect(waiting(second)).rejects.toThrow('closed')
  })

  it('belongs to the person again who signs in', async () => {
    holdCopyOpen()
    await expect(wipeReplica(me)).rejects.toThrow('broken')
    await reuseReplica(me)
    const copies = await openPage()
    await write(copies)
    expect([signOuts, await waiting(copies)]).toEqual([0, 1])
    await copies.close()
  })
})
