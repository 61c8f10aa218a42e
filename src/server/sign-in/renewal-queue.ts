import { createRunner } from './runner.ts'

/** How long an address counts as just refused, in milliseconds. */
const refusedFor = 60_000
/** Addresses that are remembered; the oldest goes first. */
const mostAddresses = 10_000

/**
 * Runs renewals one after the other, in the order in which they came, but those of an address that was just refused
 * behind the others: a line of invented tokens keeps only its own address waiting.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createRenewalQueue(now: () => number) {
  const first: (() => Promise<void>)[] = []
  const behind: (() => Promise<void>)[] = []
  const refusedAt = new Map<string, number>()
  const run = createRunner(() => first.shift() ?? behind.shift())

  const wasRefused = (address: string) =>
    now() - (refusedAt.get(address) ?? Number.NEGATIVE_INFINITY) < refusedFor

  return {
    async take<Result>(address: string, task: () => Promise<Result>): Promise<Result> {
      return new Promise((resolve, reject) => {
        const lane = wasRefused(address) ? behind : first
        lane.push(async () => {
          // It was refused since it came.
          if (lane === first && wasRefused(address)) behind.push(work)
          else await work()
        })
        async function work(): Promise<void> {
          await task().then(resolve, reject)
        }
        void run()
      })
    },
    /** A renewal of this address was refused. */
    refused(address: string): void {
      refusedAt.delete(address)
      refusedAt.set(address, now())
      const [oldest] = refusedAt.keys()
      if (refusedAt.size > mostAddresses && oldest !== undefined) refusedAt.delete(oldest)
    },
  }
}
