import { expect, it } from 'vitest'
import { usedWords, usesIn } from './word-use.ts'

/** The text with what is marked in brackets. */
function shown(text: string, german: string, croatian = '–'): string {
  return usesIn(text, usedWords({ german, croatian })).reduceRight(
    (rest, { start, end }) =>
      `${rest.slice(0, start)}[${rest.slice(start, end)}]${rest.slice(end)}`,
    text,
  )
}

it.each([
  ['Wir blieben in Liebe, ihr Lieben', 'Liebe', 'Wir blieben in [Liebe], ihr [Lieben]'],
  ['Haustür des Hauses, HAUS-Boot', 'Haus', 'Haustür des [Hauses], [HAUS]-Boot'],
  ['Freundschaft der Freundinnen', 'Freund', 'Freundschaft der [Freundinnen]'],
  ['Wie geht’s dir?', "Wie geht's?", '[Wie geht’s] dir?'],
  ['Ich freuen? Sich freuen!', '(sich) freuen', 'Ich [freuen]? [Sich freuen]!'],
  ['Die Schüler malen schön, schon', 'schön', 'Die Schüler malen [schön], schon'],
  ['Ärzte und Arzt', 'Arzt / Ärztin', '[Ärzte] und [Arzt]'],
  ['x𝒜da und 👋da', 'da', 'x𝒜da und 👋[da]'],
])('in %j the German %j is used so: %s', (text, german, marked) => {
  expect(shown(text, german)).toBe(marked)
})

it.each([
  ['Unsere kuća und kućama, kuca', 'kuća', 'Unsere [kuća] und [kućama], kuca'],
  ['Da, dama', 'da', '[Da], dama'],
  ['gradovima, gradonačelnik', 'grad', '[gradovima], gradonačelnik'],
  ['bok ljudi, bokser', 'zdravo, bok', '[bok] ljudi, bokser'],
])('in %j the Croatian %j is used so: %s', (text, croatian, marked) => {
  expect(shown(text, '–', croatian)).toBe(marked)
})

it('signs alone are used nowhere', () => {
  expect(shown('Ja! „Ja“?', '!', '?')).toBe('Ja! „Ja“?')
})
