import { useCallback, useEffect, useMemo, useState } from 'react'
import { formatInstantDay } from '../../../domain/date-format.ts'
import type { PracticeCard } from '../../../domain/practice/today.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { usedWords, usesIn, type UsedWord } from '../../../domain/practice/word-use.ts'
import { useJournal, useTimeZone } from '../../replica/journal-context.tsx'
import { useShownEntry } from '../../replica/use-rows.ts'
import { Marked, MarksProvider } from '../../ui/marked.tsx'
import { useNow } from '../../ui/use-now.ts'
import { entryWithWord } from '../../replica/questions/entry-with-word.ts'
import { inSlices } from '../../browser/in-slices.ts'
import { practiceTexts } from './practice-texts.ts'

/** "So steht es bei euch": an entry of the two that has the word; nothing where there is none. */
export function WordUse({ card: { german, croatian } }: { readonly card: PracticeCard }) {
  const words = useMemo(() => usedWords({ german, croatian }), [german, croatian])
  const id = useWordUse(words)
  return id === undefined ? null : <UsedIn id={id} words={words} />
}

function UsedIn({ id, words }: { readonly id: EntryId; readonly words: readonly UsedWord[] }) {
  const entry = useShownEntry(id)
  const timeZone = useTimeZone()
  const now = useNow()
  const marks = useCallback((text: string) => usesIn(text, words), [words])
  if (entry === undefined) return null
  return (
    <figure className="grid gap-1.5 rounded-md bg-paper-deep px-4 py-3">
      <figcaption className="text-sm font-bold text-ink-soft">{practiceTexts.used}</figcaption>
      <blockquote className="written max-h-40 overflow-y-auto font-serif wrap-anywhere">
        <MarksProvider marks={marks}>
          <Marked text={entry.content} />
        </MarksProvider>
      </blockquote>
      <p className="text-sm text-ink-soft">
        {[
          entry.authorName ?? practiceTexts.unknownAuthor,
          formatInstantDay(entry.createdAt, now, timeZone),
        ].join(' · ')}
      </p>
    </figure>
  )
}

/** The entry in which the two of them used one of these words; undefined while it is searched, and where there is none. */
function useWordUse(words: readonly UsedWord[]): EntryId | undefined {
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
