import type { Round } from '../../../domain/quiz/round.ts'
import { announcementOf } from './announcement.ts'

/** Says for assistive technology what the screen shows; stays mounted, or nothing would be said. */
export function Announcer({ round }: { readonly round: Round }) {
  const { text, word } = announcementOf(round)
  return (
    <output className="sr-only">
      {text} {word !== undefined && <span lang={word.lang}>{word.text}</span>}
    </output>
  )
}
