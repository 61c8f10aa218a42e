import type { Question } from '../../../domain/quiz/question.ts'

/** The language of the word asked for, as HTML's `lang` has it. */
export function promptLanguage({ direction }: Question): 'de' | 'hr' {
  return direction === 'de-hr' ? 'de' : 'hr'
}

/** The language of the options. */
export function answerLanguage({ direction }: Question): 'de' | 'hr' {
  return direction === 'de-hr' ? 'hr' : 'de'
}
