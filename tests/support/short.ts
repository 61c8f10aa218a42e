/** Whether the suites run in their long form (`npm run test:full`). */
export const isFull = process.env['TEST_FULL'] === '1'

/** In the long form every case, in the short one the first `count` of them: the most telling first. */
export function inShort<Case>(count: number, cases: readonly Case[]): readonly Case[] {
  return isFull ? cases : cases.slice(0, count)
}
