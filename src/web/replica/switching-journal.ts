import type { Drafts } from './copy/form-draft.ts'
import type { Journal } from './journal.ts'

/** Which journal is in use; see `SwitchOver`. */
export interface JournalInUse {
  journal(): Journal
  /**
   * Runs work on the journal in use. Where the storage under it fails and another takes its place,
   * the work is done again there.
   */
  run<Value>(work: (journal: Journal) => Promise<Value>): Promise<Value>
}

type Method = (...input: unknown[]) => Promise<unknown>

/**
 * A journal that stays the same object while another one takes the place of the one below it. A
 * call that fails because the storage did is made again there, so what a person does succeeds.
 *
 * @param drafts the drafts of this tab's forms, which stay open meanwhile
 */
export function createSwitchingJournal(inUse: JournalInUse, drafts: Drafts): Journal {
  const methods = Object.entries(inUse.journal()).filter(([, value]) => typeof value === 'function')
  const switching = methods.map(([name]): [string, Method] => [
    name,
    async (...input) =>
      inUse.run(async (journal) =>
        (journal as unknown as Record<string, Method>)[name]?.(...input),
      ),
  ])
  return { ...inUse.journal(), ...Object.fromEntries(switching), drafts }
}
