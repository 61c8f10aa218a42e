import { journalTables } from '../../src/domain/journal-tables.ts'
import { parseRow } from '../../src/domain/table-schemas.ts'
import { parsePublicSettings } from '../../src/web/app/public-settings.ts'
import { parseChange } from '../../src/web/backend/channel.ts'
import { createNudgeCalls } from '../../src/web/backend/nudges.ts'
import { sessionFetch } from '../../src/web/backend/session-fetch.ts'
import { readSession } from '../../src/web/backend/stored-session.ts'
import type { SiteStorage } from '../../src/web/browser/site-storage.ts'
import { readStored } from '../../src/web/replica/disk/read-stored.ts'
import { isMirrorTable, tableNames } from '../../src/web/replica/memory/tables.ts'
import { bodyBoundary, bodyBytes, record, wrongBodies, type Boundary } from './wrong-texts.ts'

const row: unknown = JSON.parse(record('[]', bodyBytes))
const rows = journalTables
  .filter((table) => table !== 'photo_files')
  .map((table): Boundary => ({
    name: `a row of ${table}`,
    inputs: [() => parseRow(table, row) === undefined],
  }))

/** Rows of this device alone. */
const storedRows = tableNames
  .filter((name) => !isMirrorTable(name))
  .map((name): Boundary => ({
    name: `a stored row of ${name}`,
    inputs: [() => typeof readStored(name, row as never) === 'string'],
  }))
const storedWrites = [
  { action: 'delete-entry', entryId: 'x', seenReplies: row },
  { action: 'delete-entry', entryId: 'x', seen: row },
  { action: 'create-entry', ...(row as object) },
].map((mutation) => () => {
  const queued = { id: 'x', seq: 1, mutation }
  return typeof readStored('outbox', queued as never) === 'string'
})

const lostRows = ['sentEdits', 'entries'].map(
  (table) => () => typeof readStored('lostRows', { table, row } as never) === 'string',
)

const storageOf = (text: string): SiteStorage => ({
  getItem: () => text,
  setItem: () => undefined,
  removeItem: () => undefined,
})
const answering = (text: string, status: number) => async () => new Response(text, { status })
const sessionAnswers = wrongBodies.flatMap((text) =>
  [200, 400].map((status) => async () => {
    const inner = answering(text, status)
    const asked = sessionFetch({ inner, storage: storageOf(text), locks: undefined })
    const url = 'http://localhost/token?grant_type=refresh_token'
    return asked(url, { body: text, method: 'POST' }).then(
      () => false,
      (cause: unknown) => cause instanceof TypeError,
    )
  }),
)

const nudgeAnswers = bodyBoundary('an answer about nudges', async (text) => {
  const support = { kind: 'no-server' } as const
  const calls = createNudgeCalls({ support, base: '', fetch: answering(text, 200) })
  return !(await calls.readChoices()).ok && !(await calls.heartbeat()).ok
})

/** The boundaries of the app: what a device has stored, and what answers it. */
export const deviceBoundaries: readonly Boundary[] = [
  ...rows,
  ...storedRows,
  { name: 'a stored write', inputs: storedWrites },
  { name: 'a stored row that was lost', inputs: lostRows },
  bodyBoundary('a stored session', (given) => readSession(storageOf(given)) === undefined),
  { name: 'an answer about a session', inputs: sessionAnswers },
  nudgeAnswers,
  bodyBoundary('public settings', (given) => parsePublicSettings(given, '') === undefined),
  {
    name: 'a change',
    inputs: [() => parseChange({ eventType: 1, table: 1, commit_timestamp: 1 }) === undefined],
  },
]
