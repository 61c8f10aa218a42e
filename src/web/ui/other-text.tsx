import { useState } from 'react'
import { Notice } from './notice.tsx'
import { otherTexts } from './ui-texts.ts'

/**
 * Holds the texts that were left for a form besides the one that it shows, which it offers in place of its own.
 *
 * @param fits true for those that can be offered now
 */
export function useOthers<Left>(
  start: readonly Left[],
  fits: (left: Left) => boolean = () => true,
) {
  const [others, setOthers] = useState(start)
  const other = others.find(fits)
  return {
    /** The next one that can take the place of what the form shows. */
    other,
    /** Shows the other one; `own`, unless it is undefined, is offered then. */
    exchange: (own: Left | undefined, show: (other: Left) => void) => {
      if (other === undefined) return
      const rest = others.filter((one) => one !== other)
      setOthers(own === undefined ? rest : [...rest, own])
      show(other)
    },
  }
}

interface OtherTextProps {
  /** The first words of the text that waits; nothing is shown without them. */
  readonly words: string | undefined
  readonly onShow: () => void
}

/** Says in a form that another unsent text waits, by its first words, and shows it on request. */
export function OtherText({ words, onShow }: OtherTextProps) {
  if (words === undefined) return null
  return (
    <Notice
      text={otherTexts.waits(words)}
      actions={[{ label: otherTexts.show, onClick: onShow }]}
    />
  )
}
