import { again, good, type Grade } from '../../../domain/practice/grade.ts'
import { expectedOf } from '../../../domain/practice/answer.ts'
import { useKeyDown } from '../../ui/use-key-down.ts'
import type { PracticeScreen } from './use-practice.ts'

const grades: Readonly<Record<string, Grade>> = { 1: again, 2: good }

interface PracticeKeys {
  readonly onGrade: (grade: Grade) => void
  /** The effect of Enter if no control has the focus. */
  readonly onEnter: () => void
}

/** True where keys 1 and 2 change the grade: they are letters of a word with a digit, and of what is being typed. */
export function haveGradeKeys(screen: PracticeScreen, typed: string): boolean {
  return screen.kind === 'answered' && typed === '' && !/\d/.test(expectedOf(screen.card))
}

/** Keys 1 and 2 change the grade, but where they may be meant for a field. A key held down counts once. */
export function usePracticeKeys(
  isOpen: boolean,
  screen: PracticeScreen,
  { onGrade, onEnter }: PracticeKeys,
): void {
  useKeyDown(isOpen, (event) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    const { key, target } = event
    const isOnControl = target instanceof Element && target.closest('button, input') !== null
    if (key === 'Enter' && !isOnControl) onEnter()
    const grade = grades[key]
    const typed = target instanceof HTMLInputElement ? target.value : ''
    if (grade === undefined || !haveGradeKeys(screen, typed)) return
    event.preventDefault()
    onGrade(grade)
  })
}
