import { parseJournalConfig, type JournalConfig } from '../../src/domain/journal-config.ts'
import { sampleConfig } from './server.ts'

/** The couple's settings of every test server, parsed. */
export const sampleJournal: JournalConfig = parsed()

function parsed(): JournalConfig {
  const result = parseJournalConfig(JSON.stringify(sampleConfig))
  if (!result.ok) throw new Error(result.problems.join('\n'))
  return result.journal
}
