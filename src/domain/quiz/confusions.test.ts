import { describe, expect, it } from 'vitest'
import { confusedWords } from './confusions.ts'

/** Words and how learners write them. */
const pairs = (list: string) =>
  list
    .trim()
    .split(/,\s+/)
    .map((pair) => pair.split(' > ') as [string, string])

describe('spellings that learners of Croatian confuse', () => {
  it.each(
    pairs(`
      čaj > ćaj, kuća > kuča, šuma > suma, šuma > žuma, žaba > zaba, đak > djak, džep > đep,
      mlijeko > mljeko, pjesma > pijesma, pjesma > pesma, more > morje, ljubav > lubav,
      knjiga > kniga, dan > danj, zub > cub, sunce > zunce, grad > grat, kruh > kruk,
      drvo > dervo, moj > moi, majka > maika, riba > rijeba, ruka > ruha, jesti > jisti,
      voda > vuda, Čaj > Ćaj, Đak > Djak, dobar dan > dobar tan`),
  )('turn %s into %s', (word, wrong) => {
    expect(confusedWords(word, 'croatian')).toContain(wrong)
  })

  it.each([
    ['a mark on a bare letter', 'sat', 'šat'],
    ['a mark on a bare letter', 'zub', 'žub'],
    ['a mark on two bare letters', 'djeca', 'đeca'],
    ['a mark beside another one', 'žena i sin', 'žena i šin'],
    ['ije at the beginning', 'jesti', 'ijesti'],
    ['ije after a vowel', 'moje', 'moije'],
    ['lj before ije', 'mlijeko', 'mljijeko'],
    ['lj before ije', 'lijepo', 'ljijepo'],
    ['a longer ije', 'mlijeko', 'mliijeko'],
    ['a second j', 'ljubav', 'ljjubav'],
    ['a double letter', 'kao', 'koo'],
    ['another last vowel', 'lijepo', 'lijepa'],
    ['another last vowel of the first word', 'voda i kruh', 'vodo i kruh'],
  ])('never bring %s: %s is not turned into %s', (_what, word, nonsense) => {
    expect(confusedWords(word, 'croatian')).not.toContain(nonsense)
  })
})

describe('spellings that learners of German confuse', () => {
  it.each(
    pairs(`
      Liebe > Leibe, Mädchen > Medchen, schön > schon, Zucker > Zuker, Haken > Hacken, Uhr > Ur,
      Vater > Fater`),
  )('turn %s into %s', (word, wrong) => {
    expect(confusedWords(word, 'german')).toContain(wrong)
  })

  it.each([
    ['ä for e', 'Liebe', 'Liebä'],
    ['ck at the beginning', 'Katze', 'Ckatze'],
    ['an umlaut', 'Haus', 'Haüs'],
    ['an umlaut', 'schon', 'schön'],
    ['ss for ß', 'Straße', 'Strasse'],
    ['ß for ss', 'Kuss', 'Kuß'],
    ['ie after a vowel', 'mein', 'meien'],
  ])('never bring %s: %s is not turned into %s', (_what, word, nonsense) => {
    expect(confusedWords(word, 'german')).not.toContain(nonsense)
  })
})
