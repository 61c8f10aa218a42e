import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '@playwright/test'
import { atMost, report } from './figures.ts'
import { leave, moveIn, processesOf, write, type Household } from './household.ts'

/*
 * An idle server lets its disk sleep. IDLE_MINUTES says how long it is watched; without it the
 * watch, which begins minutes after the last write, is left out.
 */

const minutes = Number(process.env['IDLE_MINUTES'] ?? 0)

/** Minutes after which checkpoint, vacuum and statistics have followed what was written. */
const settling = 7

test('an idle server writes nothing', async () => {
  test.skip(minutes === 0, 'lasts long; IDLE_MINUTES=10 asks for it')
  test.setTimeout((settling + minutes + 2) * 60_000)
  const household = await moveIn()
  try {
    for (let turn = 0; turn < 200; turn += 1)
      for (const person of household.people) await write(person, turn)
    await pause(settling * 60_000)
    const before = bytesWritten(household)
    await pause(minutes * 60_000)
    const written = bytesWritten(household) - before
    const name = `bytes written in ${minutes} idle minutes, both connected`
    report('idle', [atMost(name, written, 0)])
  } finally {
    await leave(household)
  }
})

/** Bytes that all processes of a server have given to the disk so far; Linux counts whole pages. */
function bytesWritten({ server }: Household): number {
  return processesOf(server).reduce((sum, pid) => {
    const io = readFileSync(`/proc/${pid}/io`, 'utf8')
    return sum + Number(/^write_bytes: (\d+)$/m.exec(io)?.[1] ?? 0)
  }, 0)
}
