import type { Direction } from '../../../domain/translation.ts'
import {
  quizButtonMinimum,
  type ResultLevel,
  type StreakLevel,
} from '../../../domain/quiz/quiz-rules.ts'

const oneDecimal = new Intl.NumberFormat('de', { maximumFractionDigits: 1 })

/** Points are halves and averages have one decimal: "4,5" (D6). */
export function formatNumber(value: number): string {
  return oneDecimal.format(value)
}

function formatPoints(points: number): string {
  return `${formatNumber(points)} ${points === 1 ? 'Punkt' : 'Punkte'}`
}

export const quizTexts = {
  open: 'Quiz starten',
  tooFew: `Ab ${quizButtonMinimum} Übersetzungen könnt ihr das Quiz spielen.`,
  title: 'Übersetzungsquiz',
  unavailableTitle: 'Quiz nicht verfügbar',
  unavailable: 'Du brauchst mindestens 3 Übersetzungen, um das Quiz zu starten.',
  progress: (index: number, total: number) => `Frage ${index + 1} von ${total}`,
  score: formatPoints,
  ask: {
    'de-hr': 'Wie heißt das auf Kroatisch?',
    'hr-de': 'Wie heißt das auf Deutsch?',
  } satisfies Record<Direction, string>,
  secondsLeft: (seconds: number) => `Noch ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'}`,
  options: 'Antworten',
  tap: 'Tippe auf die richtige Antwort.',
  keys: 'Antworte mit den Tasten 1 bis 4, weiter geht es mit Enter.',
  right: 'Richtig',
  wrong: 'Falsch',
  next: 'Nächste Frage',
  showResult: 'Ergebnis anzeigen',
  again: 'Nochmal spielen',
  close: 'Schließen',
} as const

/** How a question ended; the cheers are Croatian and take turns through a round. */
export const outcomeTexts = {
  right: {
    emoji: '🙌',
    cheers: ['Bravo!', 'Odlično!', 'Svaka čast!', 'Tako je!', 'Super!'],
    says: (points: number) => `Richtig! +${formatPoints(points)}`,
  },
  wrong: {
    emoji: '🙈',
    cheers: ['Nema veze!', 'Ajme!', 'Ups!'],
    says: () => 'Leider falsch.',
  },
  timeout: {
    emoji: '⏰',
    cheers: ['Polako, polako!', 'Spavaš?', 'Halo?'],
    says: () => 'Die Zeit ist um.',
  },
} as const

/** Before the answer, for people who cannot see which option is marked. */
export const rightAnswerIs = 'Richtig ist:'

export const streakTexts: Readonly<Record<Exclude<StreakLevel, 'none'>, string>> = {
  bronze: '🥉 Bronze',
  silver: '🥈 Silber',
  gold: '🥇 Gold',
}

export const streakCount = (streak: number) => `${streak} in Folge`

export const resultTexts = {
  heading: 'Ergebnis',
  /** Message and emoji at their bounds (docs/behaviour/quiz.md "The result"). */
  levels: {
    perfect: { emoji: '🎉', message: 'Perfekt! Du beherrschst alle Übersetzungen!' },
    good: { emoji: '😊', message: 'Sehr gut! Du kennst die meisten Übersetzungen!' },
    practise: { emoji: '💪', message: 'Weiter üben! Du schaffst das!' },
  } satisfies Record<ResultLevel, { emoji: string; message: string }>,
  score: 'Punkte',
  correct: 'Richtig',
  correctOf: (correct: number, total: number) => `${correct} von ${total}`,
  success: 'Erfolgsquote',
  percent: (percent: number) => `${percent}\u00a0%`,
  bestStreak: 'Beste Serie',
  averageTime: 'Ø Antwortzeit',
  seconds: (seconds: number) => `${formatNumber(seconds)}\u00a0s`,
  averagePoints: 'Ø Punkte pro Frage',
  spoken: (correct: number, total: number, score: number) =>
    `${correct} von ${total} richtig, ${formatPoints(score)}.`,
} as const
