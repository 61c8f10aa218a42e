import { startsName } from './find-in-text.ts'
import { parseSearch, type SearchWord, type Spelling } from './search-words.ts'

/** A time of writing as a person types it; what is undefined is any. */
export interface WrittenDate {
  readonly year?: number | undefined
  /** 1–12. */
  readonly month?: number | undefined
  readonly dayOfMonth?: number | undefined
  /** 0 for Sunday. */
  readonly weekday?: number | undefined
  readonly daysAgo?: number | undefined
}

/** As dates are shown. */
const monthNames =
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'
const months = monthNames.split(' ')
const weekdays: Readonly<Record<string, number>> = {
  sonntag: 0,
  montag: 1,
  dienstag: 2,
  mittwoch: 3,
  donnerstag: 4,
  freitag: 5,
  samstag: 6,
  sonnabend: 6,
}
const daysAgo: Readonly<Record<string, number>> = { heute: 0, gestern: 1, vorgestern: 2 }

/**
 * The time of writing that a word stands for: `2025`, a month by its German name or its beginning, `august 2025`,
 * `8/2025`, `17. August`, `17.8.2025`, `17.08.25`, `2025-08-17`, a weekday, `heute`, `gestern`; undefined for any other
 * word. A weekday or `heute` in quotation marks is a word only.
 */
export function writtenDate(word: SearchWord): WrittenDate | undefined {
  const [{ bare }] = word.spellings
  if (word.isQuoted !== true && Object.hasOwn(weekdays, bare)) return { weekday: weekdays[bare] }
  if (word.isQuoted !== true && Object.hasOwn(daysAgo, bare)) return { daysAgo: daysAgo[bare] }
  return inDigits(bare) ?? withName(word)
}

const digitForms = [
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})(?:\. ?(?<year>\d{4}|\d{2})?)?$/,
  /^(?<day>\d{1,2})(?<sign>[/-])(?<month>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})$/,
  /^(?<month>\d{1,2})[./](?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?$/,
]

function inDigits(bare: string): WrittenDate | undefined {
  const { day, month, year } =
    digitForms.map((form) => form.exec(bare)?.groups).find((groups) => groups !== undefined) ?? {}
  if (month === undefined) return undefined
  return {
    month: Number(month),
    dayOfMonth: day === undefined ? undefined : Number(day),
    year: year === undefined ? undefined : Number(year.length === 2 ? `20${year}` : year),
  }
}

function withName(word: SearchWord): WrittenDate | undefined {
  const form = /^(?:(\d{1,2})\.? ?)?(\p{L}*)\.? ?(\d{4})?$/u
  const [, day, name, digits] = form.exec(word.spellings[0].bare) ?? []
  const month = name === undefined || name === '' ? undefined : monthNamed(word)
  const year = digits === undefined ? undefined : Number(digits)
  if (name === '' ? day !== undefined || year === undefined : month === undefined) return undefined
  return { year, month, dayOfMonth: day === undefined ? undefined : Number(day) }
}

/** The month 1–12 whose name begins so. */
function monthNamed({ spellings: [typed, ...others] }: SearchWord): number | undefined {
  const name = { spellings: [nameIn(typed), ...others.map(nameIn)] } as const
  const index = months.findIndex((month) => startsName(month, name))
  return index === -1 ? undefined : index + 1
}

/** The letters between a day and a year. */
function nameIn({ bare, marks }: Spelling): Spelling {
  const start = Math.max(0, bare.search(/\p{L}/u))
  return {
    bare: bare.slice(start).replace(/\.? ?\d*$/, ''),
    marks: marks.map(({ at, letter }) => ({ at: at - start, letter })),
  }
}

/** The words that a list's dates show for the days and months that were typed in digits. */
export function shownDates(words: readonly SearchWord[]): readonly SearchWord[] {
  return words.flatMap((word) => {
    const { year, month, dayOfMonth } = inDigits(word.spellings[0].bare) ?? {}
    const name = months[(month ?? 0) - 1]
    if (name === undefined) return []
    const day = dayOfMonth === undefined ? '' : `${dayOfMonth}. `
    return parseSearch(`"${day}${name}${year === undefined ? '' : ` ${year}`}"`)
  })
}
