import { describe, expect, it } from 'vitest'
import { usedWords } from '../../../domain/practice/word-use.ts'
import { entryOn, journalWith, letDeletionWait, idOf } from '../memory/test-journal.ts'
import { entryWithWord } from './entry-with-word.ts'

function found(memory: ReturnType<typeof journalWith>, croatian: string, german = '') {
  const search = entryWithWord(memory.state(), memory.shown, usedWords({ croatian, german }))
  for (;;) {
    const step = search.next()
    if (step.done === true) return step.value?.content
  }
}

describe('the entry in which a word was used', () => {
  const memory = journalWith([
    entryOn(1, { content: 'Unsere kuća' }),
    entryOn(2, { content: 'Die KUCA am Meer' }),
    entryOn(3, { content: 'Ein Haus im Regen, dobar kruh i dan' }),
    entryOn(4, { content: '🇩🇪 Haus | 🇭🇷 kuća', category: 'uebersetzungen' }),
  ])

  it('is the newest with the first word, and no translation', () => {
    expect(found(memory, 'kuca', 'Haus')).toBe('Die KUCA am Meer')
    expect(found(memory, 'kuća', 'Haus')).toBe('Unsere kuća')
  })

  it('has the second word where none has the first', () => {
    expect(found(memory, 'zgrada', 'Haus')).toContain('Ein Haus')
    expect(found(memory, 'zgrada', 'Turm')).toBeUndefined()
  })

  it('keeps the words of a phrase together, and a text without letters finds nothing', () => {
    expect(found(memory, 'dobar dan')).toBeUndefined()
    expect(found(memory, '"dobar kruh"')).toContain('dobar kruh')
    expect(found(memory, '\u200B', '""')).toBeUndefined()
  })

  it('has the word whole or with an ending, not inside another word', () => {
    const other = journalWith([
      entryOn(1, { content: 'Die Lieben sind da' }),
      entryOn(2, { content: 'Wir blieben zu Haus, ein Liebesbrief' }),
    ])
    expect(found(other, 'ljubav', 'Liebe')).toBe('Die Lieben sind da')
    expect(found(other, 'lie', 'ein')).toContain('blieben')
  })

  it('has any meaning or form of a word', () => {
    expect(found(memory, 'dom, kuća')).toBe('Unsere kuća')
    expect(found(memory, 'more (mora, moru)', '(ein) Haus')).toContain('Ein Haus')
  })

  it('is none whose deletion can still be undone', () => {
    const other = journalWith([entryOn(1, { content: 'Unsere kuća' })])
    letDeletionWait(other, idOf(1))
    expect(found(other, 'kuća')).toBeUndefined()
  })
})
