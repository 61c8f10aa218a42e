import { useState } from 'react'
import type { EntryForm } from '../../../domain/entry.ts'
import type { Drafts } from '../../replica/journal.ts'
import { parseDraft, type EntryDraft } from './entry-draft.ts'

/** Writes drafts in the order in which they were typed, so that a clearing is never overtaken. */
export interface DraftKeeper {
  keep(key: string, draft: EntryDraft): void
  clear(key: string): Promise<void>
}

/** A keeper over the replica's drafts. A failing write is dropped: the text is still on the screen. */
export function createDraftKeeper(drafts: Drafts): DraftKeeper {
  let queue: Promise<unknown> = Promise.resolve()
  const enqueue = async (step: () => Promise<void>) => {
    const done = queue.then(step).catch(() => undefined)
    queue = done
    await done
  }
  return {
    keep: (key, draft) => void enqueue(() => drafts.write(key, plain(draft))),
    clear: (key) => enqueue(() => drafts.clear(key)),
  }
}

/** One keeper for as long as the form is open. */
export function useDraftKeeper(drafts: Drafts): DraftKeeper {
  const [keeper] = useState(() => createDraftKeeper(drafts))
  return keeper
}

/** Without keys that are undefined: a draft is a JSON-able value. */
function plain({ form, base }: EntryDraft): object {
  const { day, ...rest } = form
  const kept: Omit<EntryForm, 'day'> & { day?: string } =
    day === undefined ? rest : { ...rest, day }
  return base === undefined ? { form: kept } : { form: kept, base }
}

/** How many texts that came back while another was typed are looked for. */
const cameBack = 9

/**
 * The draft under a key. Where there is none, a refused text that had to wait under the key's next
 * name moves up, so that none is forgotten (D26). A storage that fails reads as empty: it must
 * not keep anyone from writing.
 */
export async function readDraft(
  drafts: Drafts,
  key: string,
  timeZone: string,
): Promise<EntryDraft | undefined> {
  try {
    const first = parseDraft(await drafts.read(key), timeZone)
    if (first !== undefined) return first
    for (let count = 2; count <= cameBack; count += 1) {
      const name = `${key}:${count}`
      const value = await drafts.read(name)
      const draft = parseDraft(value, timeZone)
      if (draft === undefined) continue
      await drafts.write(key, value)
      await drafts.clear(name)
      return draft
    }
  } catch {
    return undefined
  }
  return undefined
}
