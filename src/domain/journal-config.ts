import * as v from 'valibot'
import { journalDaySchema } from './journal-day.ts'
import { nameKey } from './partner.ts'
import { specialDaysSchema, timeZoneSchema } from './settings.ts'
import { normalise } from './text.ts'

/** Text of 1 to `limit` code points, normalised. */
function shortText(limit: number) {
  return v.pipe(
    v.string('must be text'),
    v.transform(normalise),
    v.check((text) => text !== '', 'must not be empty'),
    v.check((text) => Array.from(text).length <= limit, `must have at most ${limit} characters`),
  )
}

const partnerSchema = v.strictObject({
  name: v.pipe(
    shortText(40),
    // Sign-in asks for two characters (docs/behaviour/sign-in.md): a shorter name never gets in.
    v.check((name) => Array.from(name).length >= 2, 'must have at least 2 characters'),
  ),
  identifier: v.pipe(
    v.string('must be text'),
    v.regex(
      /^[a-z0-9][a-z0-9._-]*@tagebuch\.internal$/,
      'must be lower-case ASCII followed by "@tagebuch.internal"',
    ),
  ),
})

const partnersSchema = v.pipe(
  v.tuple([partnerSchema, partnerSchema], 'must be exactly two'),
  v.check(([one, other]) => nameKey(one.name) !== nameKey(other.name), 'must have different names'),
  v.check(([one, other]) => one.identifier !== other.identifier, 'must have different identifiers'),
)

const journalConfigSchema = v.strictObject({
  title: shortText(60),
  timeZone: timeZoneSchema,
  partners: v.pipe(
    v.array(v.unknown(), 'must be a list'),
    v.length(2, 'must be exactly two'),
    partnersSchema,
  ),
  specialDays: specialDaysSchema,
  daysCounterFrom: journalDaySchema,
})

/** What `journal.config.json` says: everything personal (D2, D3). */
export type JournalConfig = v.InferOutput<typeof journalConfigSchema>

export type ParsedConfig =
  | { readonly ok: true; readonly config: JournalConfig }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Checks the parsed JSON of the settings file (D2). Each mistake becomes one line that begins with
 * where it is, e.g. `partners[1].name: must not be empty`.
 */
export function parseJournalConfig(json: unknown): ParsedConfig {
  const parsed = v.safeParse(journalConfigSchema, json)
  if (parsed.success) return { ok: true, config: parsed.output }
  return { ok: false, problems: parsed.issues.map(problemLine) }
}

function problemLine(issue: v.BaseIssue<unknown>): string {
  const place = placeOf(issue)
  return place === '' ? `the file: ${reasonOf(issue)}` : `${place}: ${reasonOf(issue)}`
}

/** Valibot's own wording prints received values; these two kinds get ours. */
function reasonOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type !== 'strict_object') return issue.message
  if (issue.expected === 'never') return 'is not a known setting'
  return issue.input === undefined ? 'is missing' : 'must be an object'
}

function placeOf(issue: v.BaseIssue<unknown>): string {
  let place = ''
  for (const { key } of issue.path ?? []) {
    if (typeof key === 'number') place += `[${key}]`
    else place += place === '' ? String(key) : `.${String(key)}`
  }
  return place
}
