import { describe, expect, it } from 'vitest'
import { citingFiles, deadReferences, foundingOrder, joined } from './references.ts'

describe('a reference to a page', () => {
  it('resolves inside the repository, in every file', () => {
    expect(citingFiles().flatMap(deadReferences)).toEqual([])
  })

  it('is searched in code, tests, SQL, scripts, styles and docs', () => {
    const files = citingFiles().map(({ file }) => file)
    for (const folder of ['src/domain/', 'src/web/ui/', 'tests/', 'supabase/', 'scripts/', 'docs/'])
      expect(files.some((file) => file.startsWith(folder))).toBe(true)
    expect(files).toContain('README.md')
  })

  it.each([
    '// the rule of D99',
    '/* (docs/decisions/0099) */',
    '(decision 0099)',
    '// docs/behaviour/nowhere.md',
    '// docs/behaviour/quiz.md "No such heading"',
    '// docs/behaviour/quiz.md, "No such heading"',
    '[a link](docs/behaviour/quiz.md#no-such-heading)',
    '[decision 12](docs/decisions/0017-the-database-listens-on-a-socket.md)',
    '// docs/nowhere',
    '/** The rounds (architecture, "Rooms"). */',
    '/** The limits of section 9. */',
    '// house style, rule 7',
  ])('that leads nowhere is found: %s', (text) => {
    expect(deadReferences({ file: 'src/example.ts', text: joined(text) })).toHaveLength(1)
  })

  it.each([
    '// D9, and (D15, amended)',
    '// (docs/decisions/0011)',
    '/**\n * The result (docs/behaviour/quiz.md\n * "The result"). */',
    '[a link](docs/behaviour/quiz.md#the-result)',
    '// src/web/ui/README.md',
    "U&'\\0009\\000A' and 00000000-0000-0000-0000-000000000000",
  ])('that leads somewhere is no finding: %s', (text) => {
    expect(deadReferences({ file: 'src/example.ts', text: joined(text) })).toEqual([])
  })
})

describe('a file of code that a page names', () => {
  const dead = (text: string) => deadReferences({ file: 'docs/example.md', text: joined(text) })

  it('is there, by the end of its path', () => {
    expect(dead('`guard/{slots,responses}.ts` and `src/server/main.ts`')).toEqual([])
    expect(dead('`guard/{slots,nowhere}.ts`')).toEqual(['docs/example.md: guard/nowhere.ts'])
    expect(dead('`lots.ts` `uard/slots.ts`')).toEqual(['docs/example.md: uard/slots.ts'])
  })
})

describe('the founding decisions', () => {
  it('are numbered without a gap and each once', () => {
    const numbers = foundingOrder()
    expect(numbers).toEqual(numbers.map((_, index) => `D${index + 1}`))
    expect(numbers).toHaveLength(33)
  })
})
