import * as v from 'valibot'
import { usernameMinimum } from './limits.ts'
import { expectedIdentifier, isIdentifier } from './identifier.ts'
import { jsonMistake } from './json-mistake.ts'
import { nameKey } from './partner.ts'
import { settingsDaySchema, specialDaysSchema, timeZoneSchema } from './settings.ts'

const partner = v.strictObject({
  name: v.pipe(
    v.string('must be a text'),
    v.transform((name) => name.normalize('NFC')),
    v.check((name) => name === name.trim(), 'must not begin or end with a space'),
    v.check(
      (name) => Array.from(name).length >= usernameMinimum,
      `must have at least ${usernameMinimum} characters`,
    ),
    v.check((name) => Array.from(name).length <= 50, 'must have at most 50 characters'),
    v.check((name) => !/\p{C}/u.test(name), 'must not contain control characters'),
  ),
  identifier: v.pipe(v.string('must be a text')),
})

/** The shape of journal.config.json (D2). */
const journalConfig = v.strictObject({
  title: v.pipe(
    v.string('must be a text'),
    v.check((title) => title.trim() !== '', 'must not be empty'),
    v.check((title) => Array.from(title).length <= 100, 'must have at most 100 characters'),
  ),
  timeZone: timeZoneSchema,
  partners: v.strictTuple([partner, partner], 'must list exactly two people'),
  specialDays: specialDaysSchema,
  daysCounterFrom: settingsDaySchema,
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
    const { line, column } = jsonMistake(text) ?? { line: 1, column: 1 }
    return { ok: false, problems: [`it is not valid JSON at line ${line}, column ${column}`] }
  }
  const parsed = v.safeParse(journalConfig, json)
  if (!parsed.success) return { ok: false, problems: parsed.issues.map(describe) }
  const problems = partnerProblems(parsed.output)
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
  if (nameKey(first.name) === nameKey(second.name))
    problems.push('partners must have two different names (compared as sign-in compares them)')
  if (first.identifier === second.identifier)
    problems.push('partners must have two different identifiers')
  return problems
}
