import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { TestSql } from '../../support/sql.ts'
import { people, type PersonName, type TestServer } from '../../support/server.ts'
import type { Chance } from '../../network-faults/chance.ts'

/** The texts that a row may have; undefined means no row. More than one after a lost answer. */
type Possible = ReadonlySet<string | undefined>

interface Person {
  readonly id: string
  readonly rest: PostgrestClient
}

/** The number of writers at the same time for each person. */
const writersEach = 3

/**
 * Both people write, change and delete entries without a pause, and note what the server
 * acknowledged. Each row has one writer, so that its order is known.
 */
export class WriteLoad {
  /** How many writes the server acknowledged in all. */
  acknowledged = 0
  readonly #chance: Chance
  readonly #rows = new Map<string, Possible>()
  #serial = 0
  #ending = new AbortController()
  #writers: Promise<void>[] = []

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** Signs both in and begins to write. */
  async start(server: TestServer): Promise<void> {
    this.#ending = new AbortController()
    for (const name of Object.keys(people) as PersonName[]) {
      const { id, rest } = await server.client(name)
      for (let count = 0; count < writersEach; count += 1)
        this.#writers.push(this.#write({ id, rest }, this.#chance.branch()))
    }
  }

  /** Resolves once nothing is under way any more. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#writers.splice(0))
  }

  /** The rows of which the database says something else than was acknowledged. */
  async differences(sql: TestSql): Promise<readonly string[]> {
    const found = await sql<{ id: string; content: string }[]>`
      select id::text, content from public.entries`
    const held = new Map(found.map(({ id, content }) => [id, content]))
    const wrong: string[] = []
    for (const [id, possible] of this.#rows) {
      const text = held.get(id)
      if (!possible.has(text)) wrong.push(`${id}: ${text} instead of ${[...possible].join(' or ')}`)
      this.#rows.set(id, new Set([text]))
    }
    return wrong
  }

  /** The rows as they are known now, for `goBackTo` after a restore. */
  known(): ReadonlyMap<string, Possible> {
    return new Map(this.#rows)
  }

  goBackTo(known: ReadonlyMap<string, Possible>): void {
    for (const id of this.#rows.keys()) this.#rows.set(id, known.get(id) ?? new Set([undefined]))
  }

  async #write(person: Person, chance: Chance): Promise<void> {
    const own: string[] = []
    while (!this.#ending.signal.aborted) {
      const kind = own.length < 3 ? 'add' : chance.weighted({ add: 5, change: 4, remove: 1 })
      const id = kind === 'add' ? randomUUID() : chance.pick(own)
      if (kind === 'add') own.push(id)
      this.#serial += 1
      const text = kind === 'remove' ? undefined : `Nr. ${this.#serial}`
      const isThere = await this.#send(person, kind, id, text)
      if (!isThere) own.splice(own.indexOf(id), 1)
      if (this.#rows.get(id)?.size !== 1) await delay(20)
    }
  }

  /** Sends one write and notes what may be there now. Returns whether the row may be there. */
  async #send(
    { id: user, rest }: Person,
    kind: 'add' | 'change' | 'remove',
    id: string,
    text: string | undefined,
  ): Promise<boolean> {
    const before = this.#rows.get(id) ?? new Set([undefined])
    // Its answer may never come.
    this.#rows.set(id, new Set([...before, text]))
    const entries = rest.from('entries')
    const { status, data } = await (kind === 'add'
      ? entries.insert({ id, user_id: user, category: 'gedanken', content: text }).select('id')
      : kind === 'change'
        ? entries.update({ content: text }).eq('id', id).select('id')
        : entries.delete().eq('id', id).select('id'))
    if (status >= 400 && status < 500) throw new Error(`A writer was refused (${status})`)
    if (status < 200 || status >= 300) return true
    this.acknowledged += 1
    // A change of no row: it was never added, or an earlier removal reached the database.
    const isDone = Array.isArray(data) && data.length > 0
    this.#rows.set(id, new Set([isDone ? text : undefined]))
    return isDone && text !== undefined
  }
}
