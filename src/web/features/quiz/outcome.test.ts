import { describe, expect, it } from 'vitest'
import type { EntryId } from '../../../domain/ids.ts'
import { nextRound, startRound, type RoundEvent } from '../../../domain/quiz/round.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { outcomeTexts } from './quiz-texts.ts'

/** The outcomes of a round in which every question ends by this event. */
function outcomesOf(count: number, event: RoundEvent): readonly Outcome[] {
  const question = {
    direction: 'de-hr',
    prompt: 'gefragt',
    correctAnswer: 'richtig',
    options: ['falsch', 'richtig', 'daneben', 'verkehrt'],
    source: { entryId: 'entry' as EntryId, german: 'Haus', croatian: 'kuća' },
  } as const
  const outcomes: Outcome[] = []
  let round = startRound(Array.from({ length: count }, () => question))
  while (round.phase !== 'finished') {
    while (round.phase === 'asking') round = nextRound(round, event)
    if (round.phase === 'answered') outcomes.push(outcomeOf(round))
    round = nextRound(round, { type: 'next' })
  }
  return outcomes
}

describe('the outcome of a question', () => {
  it.each([
    [{ type: 'choose', option: 'richtig' }, 'right', 'Richtig! +3 Punkte'],
    [{ type: 'choose', option: 'falsch' }, 'wrong', 'Leider falsch.'],
    [{ type: 'tick' }, 'timeout', 'Die Zeit ist um.'],
  ] as const)('of %o is %s', (event, kind, text) => {
    expect(outcomesOf(1, event)).toMatchObject([{ kind, text }])
  })

  it('cheers differently from one question to the next', () => {
    const cheers = outcomesOf(10, { type: 'choose', option: 'richtig' }).map(({ cheer }) => cheer)
    expect(new Set(cheers)).toEqual(new Set(outcomeTexts.right.cheers))
    expect(cheers.filter((cheer, at) => cheer === cheers[at - 1])).toEqual([])
  })
})
