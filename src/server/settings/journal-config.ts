import * as v from 'valibot'
import { expectedIdentifier, isIdentifier } from './identifier.ts'

const partner = v.strictObject({
  name: v.pipe(
    v.string('must be a text'),
    v.transform((name) => name.normalize('NFC')),
    v.check((name) => name === name.trim(), 'must not begin or end with a space'),
    v.check((name) => Array.from(name).length >= 2, 'must have at least 2 characters'),
    v.check((name) => Array.from(name).length <= 50, 'must have at most 50 characters'),
    v.check((name) => !/\p{C}/u.test(name), 'must not contain control characters'),
  ),
  identifier: v.pipe(v.string('must be a text')),
})

const day = v.pipe(
  v.string('must be a day such as "2025-08-17"'),
  v.check(isCalendarDay, 'must be an existing day such as "2025-08-17"'),
)

/** The shape of journal.config.json (D2). */
const journalConfig = v.strictObject({
  title: v.pipe(
    v.string('must be a text'),
    v.check((title) => title.trim() !== '', 'must not be empty'),
    v.check((title) => Array.from(title).length <= 100, 'must have at most 100 characters'),
  ),
  timeZone: v.pipe(
    v.string('must be a text such as "Europe/Berlin"'),
    v.check(isTimeZone, 'must be an IANA time zone such as "Europe/Berlin"'),
  ),
  partners: v.strictTuple([partner, partner], 'must list exactly two people'),
  specialDays: v.array(
    v.strictObject({
      kind: v.picklist(['anniversary', 'birthday'], 'must be "anniversary" or "birthday"'),
      date: day,
    }),
    'must be a list',
  ),
  daysCounterFrom: day,
})

/** The couple's settings (D2), parsed. Names are in Unicode form NFC. */
export type JournalConfig = v.InferOutput<typeof journalConfig>

export type JournalConfigResult =
  | { readonly ok: true; readonly journal: JournalConfig }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Reads the text of journal.config.json (D2, D3). Every mistake is one English line that names
 * the place, `partners[1].identifier must be …`; the caller puts the file's name before it.
 */
export function parseJournalConfig(text: string): JournalConfigResult {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, problems: ['it is not valid JSON'] }
  }
  const parsed = v.safeParse(journalConfig, json)
  if (!parsed.success) return { ok: false, problems: parsed.issues.map(describe) }
  const problems = [...partnerProblems(parsed.output), ...specialDayProblems(parsed.output)]
  return problems.length === 0 ? { ok: true, journal: parsed.output } : { ok: false, problems }
}

function describe(issue: v.BaseIssue<unknown>): string {
  const place = (issue.path ?? []).reduce(
    (path, { key }) =>
      typeof key === 'number'
        ? `${path}[${key}]`
        : path === ''
          ? String(key)
          : `${path}.${String(key)}`,
    '',
  )
  if (place === '') return 'it must be an object with the settings'
  if (issue.type === 'strict_object' && issue.expected === 'never') return `${place} is unknown`
  if (issue.type === 'strict_tuple' && issue.expected === 'never')
    return 'partners must list exactly two people'
  if (issue.received === 'undefined') return `${place} is missing`
  if (issue.type === 'strict_object') return `${place} must be an object`
  return `${place} ${issue.message}`
}

function partnerProblems({ partners }: JournalConfig): string[] {
  const [first, second] = partners
  const problems = partners.flatMap(({ name, identifier }, index) => {
    if (isIdentifier(identifier)) return []
    const hint = expectedIdentifier(name) ?? 'name@tagebuch.internal'
    return [`partners[${index}].identifier must be an ASCII form of the name, expected "${hint}"`]
  })
  if (first.name.toLowerCase() === second.name.toLowerCase())
    problems.push('partners must have two different names (compared without case)')
  if (first.identifier === second.identifier)
    problems.push('partners must have two different identifiers')
  return problems
}

function specialDayProblems({ specialDays }: JournalConfig): string[] {
  const kinds = specialDays.map(({ kind }) => kind)
  return [...new Set(kinds.filter((kind, index) => kinds.indexOf(kind) !== index))].map(
    (kind) => `specialDays must name "${kind}" only once`,
  )
}

function isTimeZone(zone: string): boolean {
  // `Intl` also takes offsets such as "+01:00", which know no summer time.
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isCalendarDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return false
  const [year, month, dayOfMonth] = match.slice(1).map(Number)
  if (year === undefined || month === undefined || dayOfMonth === undefined) return false
  if (year < 1900 || month < 1 || month > 12) return false
  return dayOfMonth >= 1 && dayOfMonth <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
