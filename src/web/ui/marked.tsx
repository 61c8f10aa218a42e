import { createContext, Fragment, useContext, type ReactNode } from 'react'

/** A part of a text, as for `slice`. */
interface Range {
  readonly start: number
  readonly end: number
}

/** A word matches anywhere in a text, but only the beginning of a name, such as a person's or a month's. */
export type MarkedKind = 'text' | 'name'

/** The ranges of a text that are marked, in order and without overlaps; none by default. */
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

/** The marks of the texts here. */
export function useMarks(): Marks {
  return useContext(MarksContext)
}

interface MarkedProps {
  readonly text: string
  /** `text` unless given. */
  readonly kind?: MarkedKind
  readonly className?: string
}

/**
 * A text with the matches of a search marked. Each piece has an element of its own: what a translator or a
 * dictionary puts around a piece of text leaves with its element, and React finds what it has drawn.
 */
export function Marked({ text, kind = 'text', className }: MarkedProps) {
  const ranges = useMarks()(text, kind)
  if (ranges.length === 0) return <span className={className}>{text}</span>
  return (
    <span className={className}>
      {ranges.map(({ start, end }, index) => (
        <Fragment key={start}>
          <span>{text.slice(ranges[index - 1]?.end ?? 0, start)}</span>
          <mark className="rounded-sm bg-highlight text-ink">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      <span>{text.slice(ranges.at(-1)?.end)}</span>
    </span>
  )
}
