import { createContext, useContext, type ReactNode } from 'react'

/** A part of a text, as for `slice`. */
interface Range {
  readonly start: number
  readonly end: number
}

/** A word matches anywhere in a text, but only the beginning of a name, such as a person's or a month's. */
export type MarkedKind = 'text' | 'name'

/** Which parts of a text are marked, in order and without overlaps; none by default. */
export type Marks = (text: string, kind: MarkedKind) => readonly Range[]

const none: Marks = () => []
const MarksContext = createContext<Marks>(none)

/** Marks what was searched for in every `<Marked>` text below. */
export function MarksProvider(props: {
  /** Without it nothing is marked. */
  readonly marks: Marks | undefined
  readonly children: ReactNode
}) {
  return <MarksContext value={props.marks ?? none}>{props.children}</MarksContext>
}

interface MarkedProps {
  readonly text: string
  /** `text` unless given. */
  readonly kind?: MarkedKind
}

/** A text with the matches of a search marked. */
export function Marked({ text, kind = 'text' }: MarkedProps) {
  const ranges = useContext(MarksContext)(text, kind)
  if (ranges.length === 0) return text
  return ranges.map(({ start, end }, index) => (
    <span key={start}>
      {text.slice(index === 0 ? 0 : ranges[index - 1]?.end, start)}
      <mark className="rounded-sm bg-highlight text-ink">{text.slice(start, end)}</mark>
      {index === ranges.length - 1 && text.slice(end)}
    </span>
  ))
}
