import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { boundaries } from '../support/wrong-inputs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every mistake that valibot describes asks for its message. */
let issues = 0
beforeAll(() => {
  v.setGlobalMessage(() => {
    issues += 1
    return 'wrong'
  })
})
afterAll(() => v.deleteGlobalMessage())

/** A union says what is wrong with each of its forms; the rows of a request are two in one another. */
const mostIssues = 8

it.each(boundaries.map(({ name, inputs }) => [name, inputs] as const))(
  'the largest wrong input of %s ends at its first mistake',
  async (_, inputs) => {
    for (const isRefused of inputs) {
      issues = 0
      expect(await isRefused()).toBe(true)
      expect(issues).toBeLessThanOrEqual(mostIssues)
    }
  },
)

it('is parsed in one place: what names every mistake is our own settings', () => {
  const direct = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) =>
      /\bv\.(?:safeParse|parse|assert)\((?![^)]*abortEarly)/.test(
        readFileSync(path.join(root, 'src', file), 'utf8'),
      ),
    )
  expect(direct.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual([
    'domain/journal-config.ts',
    'server/settings/environment.ts',
  ])
})
