import { photosAnHour } from '../../domain/limits.ts'
import { bytesOf } from '../guard/body-limit.ts'
import { createFairShare } from './fair-share.ts'

/** The most photos of one person that are received at a time; a device sends one after the other. */
const mostUnderWay = 8

const hour = 3_600_000

/**
 * Bounds of what photos take of the server: each person's uploads are received side by side as the bytes that they are, and
 * read and stored one after the other, which takes several times as much memory. The other person's do not wait for
 * them, or their time would tell of photos that only one person sees (D9).
 */
export function createUploads() {
  const underWay = new Map<string, number>()
  const turns = createFairShare({ atOnce: 1, waiting: mostUnderWay })

  return {
    /** Works with the bytes of a request in the person's turn; `undefined` if too many are under way. */
    async receive<Result>(
      person: string,
      request: Request,
      work: (bytes: Buffer) => Promise<Result>,
    ): Promise<Result | undefined> {
      const others = underWay.get(person) ?? 0
      if (others >= mostUnderWay) return undefined
      underWay.set(person, others + 1)
      try {
        const bytes = await bytesOf(request)
        return await turns.run(person, async () => work(bytes))
      } finally {
        underWay.set(person, (underWay.get(person) ?? 1) - 1)
      }
    },
  }
}

/**
 * Bounds the photos that a person sends within an hour; one that is sent again counts once.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function createHourlyLimit(now: () => number) {
  const sentBy = new Map<string, Map<string, number>>()

  return {
    /** Seconds until the person may add this photo; 0 if they may now, and then it counts. */
    secondsUntil(person: string, photo: string): number {
      const sent = sentBy.get(person) ?? new Map<string, number>()
      sentBy.set(person, sent)
      for (const [id, at] of sent) if (now() - at > hour) sent.delete(id)
      if (sent.has(photo)) return 0
      const [oldest] = sent.values()
      if (oldest !== undefined && sent.size >= photosAnHour)
        return Math.ceil((oldest + hour - now()) / 1000) + 1
      sent.set(photo, now())
      return 0
    },
  }
}
