import { describe, expect, it } from 'vitest'
import { type SignedIn } from '../support/server.ts'
import { jonas, restAs, server, withSharedServer, zeljka } from '../support/signed-in.ts'
import { long } from '../support/quick.ts'

withSharedServer()

/** Works while another transaction keeps every read and write of entries waiting. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await server.sql().transaction(async (transaction) => {
    await transaction`lock table public.entries in access exclusive mode`
    await work()
  })
}

async function ask(person: SignedIn, path: string, init: Parameters<typeof restAs>[2] = {}) {
  // Each ends with its answer: an address has 128.
  const response = await restAs(person, path, { ...init, headers: { connection: 'close' } })
  const body = (await response.json()) as { code?: string }
  return { status: response.status, code: body.code, again: response.headers.get('retry-after') }
}

const tooLate = { status: 503, code: '57014', again: '2' }

describe('a request that waits for a lock', () => {
  it(
    'is answered with a time to come again: a read after 2 s, a write after 10 s',
    long,
    async () => {
      const entry = { user_id: jonas.id, category: 'gedanken', content: 'Wartet' }
      await whileLocked(async () => {
        const body = JSON.stringify(entry)
        const order: string[] = []
        const answers = await Promise.all([
          ask(jonas, 'entries', { method: 'POST', body }).finally(() => order.push('write')),
          ask(jonas, 'entries?select=id').finally(() => order.push('read')),
        ])
        expect(answers).toEqual([tooLate, tooLate])
        expect(order).toEqual(['read', 'write'])
      })
      expect((await jonas.rest.from('entries').select('content')).data).toEqual([])
      expect((await jonas.rest.from('entries').insert(entry)).status).toBe(201)
    },
  )

  it('leaves half of the connections to the other person', long, async () => {
    await whileLocked(async () => {
      let settled = 0
      const his = Array.from({ length: 8 }, async () =>
        ask(jonas, 'entries?select=id').finally(() => (settled += 1)),
      )
      const hers = await Promise.all(
        Array.from({ length: 4 }, async () => ask(zeljka, 'profiles?select=id')),
      )
      expect(hers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(settled).toBeLessThan(his.length)
      await Promise.all(his)
    })
  })

  it('is refused at once if a hundred of the person’s wait already', async ({ signal }) => {
    // One that has waited too long makes room and comes again, as does one over the connections of an address.
    const askOn = async () => {
      for (;;) {
        const answer = await ask(jonas, 'entries?select=id').catch(() => tooLate)
        signal.throwIfAborted()
        if (answer.code !== tooLate.code) return answer
      }
    }
    let asking: ReturnType<typeof askOn>[] = []
    await whileLocked(async () => {
      asking = Array.from({ length: 106 }, askOn)
      expect(await Promise.race(asking)).toEqual({ status: 503, code: 'PGRST003', again: '2' })
    })
    await Promise.all(asking)
  })
})
