import { describe, expect, it } from 'vitest'
import { unmarkedWordKey, wordKey } from './word-key.ts'

describe('two words of the quiz are the same', () => {
  it.each([
    ['in another case', 'STRASSE', 'Straße'],
    ['with a composed letter', 'c\u030C', 'Č'],
    ['with a letter that stands for two', 'ǉubav', 'ljubav'],
    ['with more spaces', ' dobar   dan', 'Dobar dan'],
    ['with an end punctuation', 'Guten Tag!', 'Guten Tag'],
    ['with several of them', 'Dobar dan ?!', 'Dobar dan.'],
    ['with dots', 'Volim te ...', 'Volim te'],
    ['with an ellipsis', 'Ich liebe dich …', 'Ich liebe dich...'],
    ['with dots inside', 'z. B.', 'z.B.'],
    ['with dots of another kind', 'Volim te ⋯', 'Volim te ∙∙∙'],
    ['with an end punctuation that is an emoji', 'Dobar dan❗️', 'Dobar dan'],
    ['with another kind of apostrophe', 'Wie geht’s', "Wie geht's?"],
    ['with another kind of hyphen', 'E\u2011Mail', 'E-Mail'],
    ['in quotation marks', '„Haus“', 'Haus'],
    ['with a soft hyphen', 'vi\u00ADkend', 'vikend'],
    ['with a character that is not seen', 'vi\u200Bkend\uFEFF', 'vikend'],
    ['with an empty bracket', 'Haus ( )', 'Haus'],
    ['with a bracket of signs', 'Haus (...)', 'Haus'],
    ['with a double bracket', 'Haus ((Gebäude))', 'Haus (Gebäude)'],
    ['with another kind of bracket', 'Haus [Gebäude]', 'Haus(Gebäude)'],
    ['with a repeated bracket', 'Haus (Gebäude) (Gebäude)', 'Haus (Gebäude)'],
    ['with a bracket that stays open', 'Haus (Gebäude', 'Haus (Gebäude)'],
    ['with empty brackets in each other', 'Haus (())', 'Haus'],
  ])('%s: %j and %j', (_, one, other) => {
    expect(wordKey(one)).toBe(wordKey(other))
    expect(unmarkedWordKey(one)).toBe(unmarkedWordKey(other))
  })

  it.each([
    ['Bank (Geld)', 'Bank (Möbel)'],
    ['Bank (Geld)', 'Bank'],
    ['?', '!'],
    ['č', 'ć'],
    ['ć', 'c'],
  ])('but not %j and %j', (one, other) => {
    expect(wordKey(one)).not.toBe(wordKey(other))
  })

  it.each([
    ['kuca', 'Kuća'],
    ['cevapcici', 'ćevapčići'],
    ['djak', 'đak'],
    ['dak', 'Đak'],
    ['schon', 'schön'],
    ['strasse', 'Straße'],
    ['dzep', 'ǆep'],
  ])('without their marks: %s and %s', (one, other) => {
    expect(unmarkedWordKey(one)).toBe(unmarkedWordKey(other))
    expect(unmarkedWordKey('kuća')).not.toBe(unmarkedWordKey('kuga'))
  })
})
