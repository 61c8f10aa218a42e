import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from '../support/e2e.ts'
import { boundaries } from '../support/wrong-inputs.ts'
import { atMost, megabytes, median, milliseconds, report, type Figure } from './figures.ts'

/*
 * The cost of the largest wrong input of each boundary, CPU time and memory, in the dearest of its forms. Without
 * an end at the first mistake a body cost 50 to 400 ms, and a file 1.6 GB.
 */

const turns = 5

/** A file of 10 MB is read whole before it is parsed; a body and a frame have 64 kB at most. */
const bounds = (name: string) =>
  name.includes('10 MB') ? { time: 2_000, memory: 300 } : { time: 40, memory: 16 }

test('the largest wrong input of each boundary costs little', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const figures: Figure[] = []
  for (const { name, inputs } of boundaries) {
    const costs: { readonly time: number; readonly memory: number }[] = []
    for (const isRefused of inputs) costs.push(await costOf(isRefused, collect))
    const { time, memory } = bounds(name)
    const slowest = Math.max(...costs.map((cost) => cost.time))
    const largest = Math.max(...costs.map((cost) => cost.memory))
    figures.push(atMost(`${name}: CPU`, slowest, time, milliseconds))
    figures.push(atMost(`${name}: memory`, largest, memory * 1024 * 1024, megabytes))
  }
  report('wrong-input', figures)
})

/** The median of some CPU times in milliseconds, and the bytes that the first one takes, of which little is collected. */
async function costOf(isRefused: () => boolean | Promise<boolean>, collect: () => void) {
  const times: number[] = []
  collect()
  const before = process.memoryUsage()
  let memory = 0
  for (let turn = 0; turn < turns; turn += 1) {
    const begun = process.cpuUsage()
    expect(await isRefused()).toBe(true)
    const { user, system } = process.cpuUsage(begun)
    times.push((user + system) / 1000)
    if (turn > 0) continue
    const after = process.memoryUsage()
    memory = after.heapUsed + after.external - before.heapUsed - before.external
  }
  return { time: median(times), memory: Math.max(0, memory) }
}
