import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { namedFilters } from '../../src/domain/filter.ts'
import { tables } from '../../src/domain/journal-tables.ts'
import {
  counterBounds,
  photoDescriptionCountedAbove,
  quoteAuthorLimit,
  quoteCountedAbove,
} from '../../src/domain/limits.ts'

function page(name: string): string {
  return readFileSync(new URL(`../../docs/behaviour/${name}.md`, import.meta.url), 'utf8')
}

const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

it('the page about entries has each column of one', () => {
  const [, fields = ''] = /^## Fields$(.*?)^## /ms.exec(page('entries')) ?? []
  const columns = Object.keys(tables.entries.columns)
  expect(columns.filter((column) => !fields.includes(code([column])))).toEqual([])
})

it.each(namedFilters)('the page about the main screen has the words of the filter %s', (_, one) => {
  const [first = '', ...others] = Object.values(one.words)
  expect(page('main-screen')).toContain(`(${code([`${one.key}=${first}`, ...others])})`)
})

it('the page about all screens has the limits of texts', () => {
  const [entry, translation, quote, photo] = [
    counterBounds.content,
    counterBounds.translation,
    counterBounds.quoteText,
    counterBounds.photoDescription,
  ].map(({ limit, orangeAbove, redAbove }) => `${limit}; ${orangeAbove}, ${redAbove}`)
  expect(page('everywhere')).toContain(`
- entry: ${entry}
- each side of a translation: ${translation}
- personal quote: ${quote} (counter from ${quoteCountedAbove + 1} on)
- author of a personal quote: ${quoteAuthorLimit} (no counter)
- description of a photo: ${photo} (counter from ${photoDescriptionCountedAbove + 1} on)
`)
})
