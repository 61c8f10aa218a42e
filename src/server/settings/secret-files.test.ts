import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { folderOfFile } from '../../../tests/support/folders.ts'
import { withSecretFiles } from './secret-files.ts'

const folder = folderOfFile()
const secret = 'ganz-geheim-2026'
const file = (name: string) => path.join(folder, name)

beforeAll(() => {
  writeFileSync(file('plain'), secret)
  writeFileSync(file('ended'), `${secret} \r\n`)
  writeFileSync(file('marked'), `\uFEFF${secret}\n`)
  writeFileSync(file('only-marked'), '\uFEFF')
  writeFileSync(file('utf-16'), Buffer.from(`\uFEFF${secret}`, 'utf16le'))
  writeFileSync(file('latin-1'), Buffer.from('größer-als-geheim', 'latin1'))
  writeFileSync(file('empty'), '\n')
  writeFileSync(file('lines'), `${secret}\n${secret}\n`)
  writeFileSync(file('large'), 'x'.repeat(5_000))
  mkdirSync(file('folder'))
})

describe('a secret in a file', () => {
  it('takes the place of the variable, without the line feed at its end', () => {
    const given = {
      JOURNAL_PASSWORD_1_FILE: file('plain'),
      JOURNAL_PASSWORD_2_FILE: file('ended'),
      DATABASE_URL_FILE: '',
      DATABASE_URL: 'postgres://db/journal',
    }
    const { env, problems } = withSecretFiles(given)
    expect(problems).toEqual([])
    expect(env).toMatchObject({
      JOURNAL_PASSWORD_1: secret,
      JOURNAL_PASSWORD_2: `${secret} `,
      DATABASE_URL: 'postgres://db/journal',
    })
    expect(given).not.toHaveProperty('JOURNAL_PASSWORD_1')
  })

  it('loses the byte order mark that an editor put before it', () => {
    const { env, problems } = withSecretFiles({ JOURNAL_PASSWORD_1_FILE: file('marked') })
    expect(problems).toEqual([])
    expect(env['JOURNAL_PASSWORD_1']).toBe(secret)
  })

  it.each([
    ['only-marked', /empty/],
    ['utf-16', /UTF-8/],
    ['latin-1', /UTF-8/],
    ['nowhere', /not there/],
    ['plain/below', /not there/],
    ['folder', /is a folder/],
    ['empty', /empty/],
    ['lines', /one line/],
    ['large', /at most 4096 bytes/],
  ])('that is in %s is a mistake of one line without the secret', (name, line) => {
    const { problems } = withSecretFiles({ DATABASE_URL_FILE: file(name) })
    expect(problems).toEqual([expect.stringMatching(line)])
    expect(problems[0]).toMatch(/^DATABASE_URL_FILE /)
    expect(problems[0]).not.toMatch(/geheim|\n/)
  })

  it('beside the variable is refused, because either could be meant', () => {
    const given = { JOURNAL_PASSWORD_1: secret, JOURNAL_PASSWORD_1_FILE: file('plain') }
    expect(withSecretFiles(given).problems).toEqual([
      'JOURNAL_PASSWORD_1 and JOURNAL_PASSWORD_1_FILE are both set; keep one of them',
    ])
  })
})
