/**
 * The two forms of the suite. `npm test` runs every test; `npm run test:quick` runs the short form.
 * A test that the short form leaves out has the tag `long`: another one shows the same behaviour in
 * its plain form, and this one a rarer variant of it or one that must wait. Of the end-to-end tests the
 * short form has those of `featureTests` alone.
 */
export const isFull = process.env['TEST_QUICK'] !== '1'

/** In the long form every case, in the short one the first `count` of them: the most telling first. */
export function inShort<Case>(count: number, cases: readonly Case[]): readonly Case[] {
  return isFull ? cases : cases.slice(0, count)
}

/** The options of such a test. */
export const long = { tags: ['long'] }

const features = [
  'sign-in',
  'entries-create',
  'entries-change',
  'drafts',
  'search',
  'filters',
  'bell',
  'reactions',
  'undo',
  'quotes',
  'favourites',
  'quiz',
  'special-days',
  'memories',
  'appearance',
  'device',
  'shortcuts',
  'replies',
  'stories',
  'practice',
  'calendar',
  'photos-prepare',
]

/** Those of `tests/e2e` for each feature: Firefox runs them, too. */
export const featureTests = features.map((name) => `${name}.spec.ts`)
