import { once } from 'node:events'
import net from 'node:net'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { db, withDatabase } from '../../../tests/support/test-database.ts'
import { Pool, type Queries } from './pool.ts'

withDatabase()

/** One connection, so that the next query has to take the one of the query before. */
async function withSingle(work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = new Pool(db.connection, { name: 'pool test', max: 1, waitMs: 2_000 })
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}

const end = sql`select pg_terminate_backend(pg_backend_pid())`
const backend = sql`select pg_backend_pid() as pid`
const seen = sql`select current_user::text as role, current_setting('request.jwt.claims', true) as claims`

describe('a pool', () => {
  it('works in UTC', async () => {
    await withSingle(async (pool) => {
      expect(await pool.query(sql`select current_setting('TimeZone') as zone`)).toEqual([
        { zone: 'UTC' },
      ])
    })
  })

  it('keeps its connection after a statement that the database refused', async () => {
    await withSingle(async (pool) => {
      const before = await pool.query(backend)
      await expect(pool.query(sql`select 1 / ${0}::int`)).rejects.toMatchObject({ code: '22012' })
      expect(await pool.query(backend)).toEqual(before)
    })
  })

  it('reopens a connection that was lost, and gives the loss a code', async () => {
    await withSingle(async (pool) => {
      for (let time = 0; time < 3; time += 1) {
        await expect(pool.query(end)).rejects.toMatchObject({ code: '57P01' })
        expect(await pool.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
      }
    })
  })

  it('refuses a value that is undefined', async () => {
    await withSingle(async (pool) => {
      await expect(pool.query(sql`select ${undefined}::text`)).rejects.toThrow(/undefined/)
    })
  })

  it('tries once for each query if a server ends every connection', async () => {
    let attempts = 0
    const server = net.createServer((socket) => {
      attempts += 1
      socket.on('error', () => undefined).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as net.AddressInfo
    const pool = new Pool(
      { url: `postgres://me:secret@127.0.0.1:${port}/none` },
      { name: 'x', max: 1 },
    )
    for (let time = 1; time <= 3; time += 1) {
      await expect(pool.query(sql`select 1`)).rejects.toMatchObject({ code: '08006' })
      expect(attempts).toBe(time)
    }
    await pool.end()
    server.close()
  })

  it('ends although a query runs', async () => {
    await withSingle(async (pool) => {
      const sleeping = pool.query(sql`select pg_sleep(60)`)
      await Promise.all([expect(sleeping).rejects.toMatchObject({ code: '08006' }), pool.end(0)])
    })
  })
})

describe('a transaction', () => {
  it('takes its settings word for word, with quotes, backslashes and statements in them', async () => {
    const hostile = [
      `'; drop table public.entries; --`,
      `\\'; reset role; --`,
      `\\`,
      `E'\\047`,
      `$$ ' " ; commit; set role postgres; begin; $$`,
      JSON.stringify({ sub: `'\\u0027\n\u0000ž🎉`, role: `postgres'` }),
    ]
    await withSingle(async (pool) => {
      for (const text of hostile) {
        const settings = { role: 'authenticated', 'request.jwt.claims': text }
        const read = async (transaction: Queries) => transaction.query(seen)
        expect(await pool.transaction(read, { settings })).toEqual([
          { role: 'authenticated', claims: text },
        ])
      }
    })
  })

  it('leaves no setting behind, and does not begin if one is refused', async () => {
    await withSingle(async (pool) => {
      const before = await pool.query(seen)
      let begun = 0
      const work = async (transaction: Queries) => {
        begun += 1
        return transaction.query(seen)
      }
      await pool.transaction(work, { settings: { role: 'anon' } })
      expect(await pool.query(seen)).toEqual(before)
      const refused = pool.transaction(work, { settings: { role: `anon'; reset role; --` } })
      await expect(refused).rejects.toMatchObject({ code: '22023' })
      expect(begun).toBe(1)
      expect(await pool.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
    })
  })

  it('is undone if its work rejects, and its connection is used again', async () => {
    await withSingle(async (pool) => {
      const before = await pool.query(backend)
      const failing = pool.transaction(async (transaction) => {
        await transaction.run('create table public.undone (); create table public.undone_too ()')
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await pool.query(sql`select to_regclass('public.undone') as made`)).toEqual([
        { made: null },
      ])
      expect(await pool.query(backend)).toEqual(before)
    })
  })

  it('rejects if a statement failed in it, even if the error was caught', async () => {
    await withSingle(async (pool) => {
      const failing = pool.transaction(async (transaction) => {
        await transaction.query(sql`select 1 / ${0}::int`).catch(() => undefined)
      })
      await expect(failing).rejects.toMatchObject({ code: '25P02' })
    })
  })

  it('reopens a connection that was lost in it', async () => {
    await withSingle(async (pool) => {
      const lost = pool.transaction(async (transaction) => transaction.query(end))
      await expect(lost).rejects.toMatchObject({ code: '57P01' })
      expect(await pool.query(sql`select 1 as one`)).toEqual([{ one: 1 }])
    })
  })

  it('refuses what it sends after its connection was lost', async () => {
    await withSingle(async (pool) => {
      const late = pool.transaction(async (transaction) => {
        await transaction.query(end).catch(() => undefined)
        await transaction.query(sql`create table public.written_outside ()`)
      })
      await expect(late).rejects.toMatchObject({ code: '08006' })
      expect(await pool.query(sql`select to_regclass('public.written_outside') as made`)).toEqual([
        { made: null },
      ])
    })
  })

  it('refuses what is sent after its end', async () => {
    await withSingle(async (pool) => {
      const kept = await pool.transaction(
        async (transaction) => async () => transaction.run('select 1'),
      )
      await expect(kept()).rejects.toThrow(/over/)
    })
  })
})
