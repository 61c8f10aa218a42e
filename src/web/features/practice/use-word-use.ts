import { useEffect, useState } from 'react'
import type { EntryId } from '../../../domain/ids.ts'
import type { UsedWord } from '../../../domain/practice/word-use.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { entryWithWord } from '../../replica/questions/entry-with-word.ts'
import { inSlices } from '../../browser/in-slices.ts'

/** The entry in which the two of them used one of these words; undefined while it is searched, and where there is none. */
export function useWordUse(words: readonly UsedWord[]): EntryId | undefined {
  const journal = useJournal()
  const [found, setFound] = useState<EntryId>()
  useEffect(() => {
    let isOver = false
    const search = async () => {
      const state = await journal.whole()
      const entry = await inSlices(entryWithWord(state, journal.rows, words), () => isOver)
      if (!isOver) setFound(entry?.id)
    }
    void search()
    return () => {
      isOver = true
    }
  }, [journal, words])
  return found
}
