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
})
