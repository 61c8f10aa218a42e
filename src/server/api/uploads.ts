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
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function createUploads(now: () => number) {
  const underWay = new Map<string, number>()
  const turns = createFairShare({ atOnce: 1, waiting: mostUnderWay })
  const added = new Map<string, Map<string, number>>()

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

    /** False if the person has sent as many photos within the hour as they may; one that is sent again counts once. */
    mayAdd(person: string, photo: string): boolean {
      const sent = added.get(person) ?? new Map<string, number>()
      added.set(person, sent)
      for (const [id, at] of sent) if (now() - at > hour) sent.delete(id)
      if (!sent.has(photo) && sent.size >= photosAnHour) return false
      if (!sent.has(photo)) sent.set(photo, now())
      return true
    },
  }
}
