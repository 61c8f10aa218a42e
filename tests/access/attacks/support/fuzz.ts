import fc from 'fast-check'
import { isFull } from '../../../support/quick.ts'

/** Cases of each fuzzing suite. */
const cases = isFull ? 10_000 : 120

/** Cases sent at the same moment; each run of fast-check is one such handful. */
const handful = 8

const given = Number(process.env['FUZZ_SEED'])

/** How often, and the seed of this run, which a failure names; `FUZZ_SEED` repeats one. */
export const seeded: fc.Parameters<unknown> = {
  seed: Number.isInteger(given) && given !== 0 ? given : Date.now() % 2 ** 31,
  numRuns: Math.ceil(cases / handful),
  endOnFailure: true,
}

/** A handful of cases at a time. */
export const handfulOf = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: handful, maxLength: handful, size: 'max' })

/** Texts that have broken parsers before. */
export const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    '',
    '\0',
    "'; drop table entries; --",
    '" or 1=1 --',
    '${jndi:ldap://127.0.0.1}',
    '../../../etc/passwd',
    '__proto__',
    'constructor',
    '%00',
    '\\',
    '"',
    "'",
    '(((((',
    ')',
    '{}',
    'NaN',
    '-1',
    '1e309',
    '\u202e\ud800',
    '<script>alert(1)</script>',
    'null',
    'true',
    '*',
    'a'.repeat(5000),
  ),
)

/** Any JSON value, deep and with odd keys. */
export const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
  fc.dictionary(nasty, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 }),
)
