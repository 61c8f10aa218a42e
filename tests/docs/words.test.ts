import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { citingFiles, root } from './references.ts'
import { coinedWords } from './words.ts'

describe('comments, test names, titles and pages', () => {
  it('use the words of the field and plain English', () => {
    expect(citingFiles().flatMap(coinedWords)).toEqual([])
  })

  it.each([
    'a value that is told to nobody',
    'Whatever comes',
    'function isRungAgain()',
    '  /** What a change has yielded. */',
  ])('are found where they do not: %s', (text) => {
    expect(coinedWords({ file: 'src/example.ts', text })).not.toEqual([])
  })

  it('are found in the name of a file', () => {
    expect(coinedWords({ file: 'tests/sync/put-back.test.ts', text: '' })).not.toEqual([])
  })

  it('may name the system’s user', () => {
    expect(coinedWords({ file: 'src/example.ts', text: "runs as 'nobody'" })).toEqual([])
  })
})

describe('German texts', () => {
  it('have typographic apostrophes', () => {
    const files = citingFiles().filter(({ file }) => file.endsWith('-texts.ts'))
    expect(files.length).toBeGreaterThan(20)
    const lines = files.flatMap(({ file }) =>
      readFileSync(path.join(root, file), 'utf8').split('\n'),
    )
    // Between two letters no string begins or ends; comments are English.
    const isStraight = /[a-zäöüß]\\?'[a-zäöüß]/i
    const isComment = /^\s*(?:\/?\*|\/\/)/
    expect(lines.filter((line) => isStraight.test(line) && !isComment.test(line))).toEqual([])
  })
})

describe('the base name of a file', () => {
  it.each(['src/web', 'src/server'])('is unique within %s', (folder) => {
    const names = readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[a-z0-9-]+\.tsx?$/.test(entry.name))
      .map(({ name }) => name.replace(/\.tsx?$/, ''))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

describe('a decision', () => {
  const folder = path.join(root, 'docs/decisions')
  const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))

  it.each(pages)('has its number as a title and a status: %s', (page) => {
    const text = readFileSync(path.join(folder, page), 'utf8')
    expect(text).toMatch(new RegExp(`^# ${page.slice(0, 4)} `))
    expect(text).toContain('\n**Status.** ')
  })
})
