import type { Round } from '../../../domain/quiz/round.ts'
import { announcementOf } from './announcement.ts'

/** A live region with what the screen shows; it stays mounted, or nothing would be announced. */
export function Announcer({ round }: { readonly round: Round }) {
  const { text, word } = announcementOf(round)
  return (
    <output className="sr-only">
      <span>{text}</span> {word !== undefined && <span lang={word.lang}>{word.text}</span>}
    </output>
  )
}
