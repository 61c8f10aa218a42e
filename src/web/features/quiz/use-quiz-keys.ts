import { useKeyDown } from '../../ui/use-key-down.ts'

export interface QuizKeys {
  /** The options that keys 1 to 4 choose; empty when there is nothing to choose. */
  readonly options: readonly string[]
  readonly onChoose: (option: string) => void
  /** The effect of Enter if no control has the focus. */
  readonly onEnter: () => void
}

/** The keys of an open quiz: 1 to 4 and Enter; Escape is the dialog's. A key held down counts once. */
export function useQuizKeys(active: boolean, { options, onChoose, onEnter }: QuizKeys): void {
  useKeyDown(active, (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.repeat) {
      // A held key would press a button repeatedly, through all questions.
      if (event.key === 'Enter') event.preventDefault()
      return
    }
    const option = options[Number(event.key) - 1]
    if (option !== undefined) onChoose(option)
    else if (event.key === 'Enter' && !isOnControl(event)) onEnter()
  })
}

function isOnControl({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('button') !== null
}
