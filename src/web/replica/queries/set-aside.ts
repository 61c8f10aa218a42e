import type { Queued } from '../copy/stored-rows.ts'
import { kindOf } from '../mutations/registry.ts'
import type { SetAside } from './shown.ts'

/**
 * What was set aside (decision 0011), oldest first, each with the newest text that waits with it.
 *
 * @param queue the outbox in the order of `seq`
 */
export function setAsideOf(queue: readonly Queued[]): readonly SetAside[] {
  return queue.flatMap(({ seq, aggregateId, mutation, trouble }) => {
    if (trouble?.kind !== 'set-aside') return []
    const waiting = queue.filter((queued) => queued.aggregateId === aggregateId)
    const texts = waiting.flatMap(
      (queued) => kindOf(queued.mutation).typed?.(queued.mutation) ?? [],
    )
    const { action } = mutation
    return [{ id: seq, action, again: trouble.again, text: texts.at(-1)?.text }]
  })
}
