import { describe, expect, it } from 'vitest'
import type { Category } from '../category.ts'
import type { EntryId } from '../ids.ts'
import { vocabularyOf } from './vocabulary.ts'

const entry = (id: string, content: string, category: Category = 'uebersetzungen') => ({
  id: id as EntryId,
  category,
  content,
})

describe('the vocabulary', () => {
  it('holds parsable translations and leaves out everything else', () => {
    const entries = [
      entry('1', '🇩🇪 Haus | 🇭🇷 kuća'),
      entry('2', 'unlesbar'),
      entry('3', 'Baum|stablo'),
      entry('4', '🇩🇪 Haus | 🇭🇷 kuća', 'gedanken'),
    ]
    expect(vocabularyOf(entries)).toEqual([
      { entryId: '1', german: 'Haus', croatian: 'kuća' },
      { entryId: '3', german: 'Baum', croatian: 'stablo' },
    ])
  })

  it.each([
    ['extra spaces', '  🇩🇪   Haus   |   🇭🇷   kuća ', 'Haus', 'kuća'],
    ['no spaces', '🇩🇪Haus|🇭🇷kuća', 'Haus', 'kuća'],
    ['a bar inside a word', '🇩🇪 der|die|das | 🇭🇷 taj|ta|to', 'der|die|das', 'taj|ta|to'],
    ['one flag missing', 'Haus | 🇭🇷 kuća', 'Haus', 'kuća'],
    ['both flags missing', 'Haus | kuća', 'Haus', 'kuća'],
    ['several words', '🇩🇪 ich habe dich lieb | 🇭🇷 volim te', 'ich habe dich lieb', 'volim te'],
    ['commas', '🇩🇪 hallo, na | 🇭🇷 bok, ej', 'hallo, na', 'bok, ej'],
  ])('reads %s', (_what, content, german, croatian) => {
    expect(vocabularyOf([entry('1', content)])).toEqual([{ entryId: '1', german, croatian }])
  })

  it.each([[''], ['🇩🇪 Haus'], ['🇩🇪 Haus | 🇭🇷'], ['🇩🇪 | 🇭🇷 kuća'], ['|'], ['Haus kuća']])(
    'leaves out %j',
    (content) => {
      expect(vocabularyOf([entry('1', content)])).toEqual([])
    },
  )
})
