import { nextTask } from './next-task.ts'

/** Milliseconds that one task works, so that a press is never kept waiting for a frame. */
const sliceMs = 8

/** The result of long work, done in tasks between which input and drawing go first; undefined once it is over. */
export async function inSlices<Value>(
  work: Generator<undefined, Value>,
  isOver: () => boolean,
): Promise<Value | undefined> {
  while (!isOver()) {
    const end = performance.now() + sliceMs
    do {
      const step = work.next()
      if (step.done === true) return step.value
    } while (performance.now() < end)
    await nextTask()
  }
  return undefined
}
