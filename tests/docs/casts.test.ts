import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { citingFiles, root } from './references.ts'

it('nothing in src but tests is cast to never: a row fits the name of its table by type (AnyRow)', () => {
  const casts = citingFiles()
    .filter(({ file }) => /^src\/.*[.]tsx?$/.test(file) && !/[.]test[.]tsx?$|\/test-/.test(file))
    .filter(({ file }) => /\bas never\b/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(casts.map(({ file }) => file)).toEqual([])
})
