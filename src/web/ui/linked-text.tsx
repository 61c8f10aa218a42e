import { Marked } from './marked.tsx'
import { partsOf } from './link-parts.ts'

/** A person's text with its line breaks, its web addresses as links that give nothing away. */
export function LinkedText({ text }: { readonly text: string }) {
  return partsOf(text).map((part, index) =>
    part.kind === 'text' ? (
      // The pieces of one text never move.
      <Marked key={index} className="written" text={part.text} />
    ) : (
      <a
        key={index}
        href={part.href}
        target="_blank"
        rel="noopener noreferrer"
        className="written font-semibold text-accent-ink underline underline-offset-2"
      >
        <Marked text={part.shown ?? part.text} />
      </a>
    ),
  )
}
