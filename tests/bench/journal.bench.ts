import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import sql from 'sql-template-tag'
import { WebSocket, WebSocketServer } from 'ws'
import { clientConfig, type DatabaseConnection } from '../../src/server/database/connection.ts'
import { Pool } from '../../src/server/database/pool.ts'
import { desktop, expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { difference, median, report, type Figure } from './figures.ts'
import { button, cardWith, first, hereToThere } from './in-page.ts'
import { cards } from './journal-page.ts'

const rounds = 30

test('what is written here is soon visible there', async ({ app }) => {
  const options = { viewport: desktop, reducedMotion: 'reduce' } as const
  const here = await app.signedIn(firstPartner, options)
  const there = await app.signedIn(secondPartner, options)
  const base = median(await rawPath(app.server.connection))
  const figures: Figure[] = []
  for (const [kind, prepare] of [
    ['entry', writing],
    ['toggle', ticking],
    ['reaction', reacting],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { target, shown } = await prepare(here, round)
      times.push((await hereToThere(here, there, target, shown)).took)
      // People pause, too: no round queues behind the pull of the one before.
      await here.waitForTimeout(700)
      await expect(here.locator(`[role="dialog"], ${fire}`)).toHaveCount(0)
    }
    const name = `${kind} here → visible there : raw path`
    figures.push(difference({ name, value: median(times), base }))
  }
  report('journal', figures)
})

/** Leaves only the click to do: on which element, and what it shows. */
type Prepare = (page: Page, round: number) => Promise<{ target: string; shown: string }>

const writing: Prepare = async (page, round) => {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await dialog.getByLabel('Text', { exact: true }).fill(`Messung ${round}.`)
  return { target: button('Eintragen'), shown: cardWith(`Messung ${round}.`) }
}

const ticking: Prepare = async (page, round) => {
  const id = await cards(page).first().getAttribute('data-entry')
  const target = `[aria-label="Einträge"] [data-entry="${id}"] button[aria-label="Erledigt"]`
  const shown = first(`${target}[aria-pressed="${round % 2 === 0}"]`)
  return { target: first(target), shown: `${shown} !== null` }
}

const fire = 'button[aria-label="Feuer"]'

const reacting: Prepare = async (page, round) => {
  await cards(page).first().getByRole('button', { name: 'Reagieren' }).click()
  await page.locator(fire).waitFor()
  const chip = first('[aria-label="Einträge"] [data-entry] button[aria-label^="Feuer"]')
  return { target: first(fire), shown: `(${chip} !== null) === ${round % 2 === 0}` }
}

/**
 * The floor under "written here, visible there": an SQL insert, its replication event, one frame
 * over a local socket. Returns milliseconds per insert. Uses a table of its own.
 */
async function rawPath(database: DatabaseConnection): Promise<number[]> {
  const pool = new Pool(database, { name: 'bench', max: 1 })
  const replication = new LogicalReplicationService(clientConfig(database))
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [accepted] = (await once(server, 'connection')) as [WebSocket]
  if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open')
  await pool.run('create schema bench')
  await pool.run('create table bench.rows (id int primary key, content text not null)')
  await pool.run('create publication bench for table bench.rows')
  await pool.run("select pg_create_logical_replication_slot('bench', 'pgoutput')")
  replication.on('data', (_lsn, message: Pgoutput.Message) => {
    if (message.tag === 'insert') accepted.send(JSON.stringify(message.new))
  })
  const started = new Promise((resolve) => replication.once('start', resolve))
  const plugin = new PgoutputPlugin({ protoVersion: 1, publicationNames: ['bench'] })
  const ended = replication.subscribe(plugin, 'bench')
  await started
  const times: number[] = []
  for (let id = 0; id < rounds; id += 1) {
    const arrived = once(socket, 'message')
    const begun = performance.now()
    await pool.query(sql`insert into bench.rows values (${id}, ${'Ein Satz von uns beiden.'})`)
    await arrived
    times.push(performance.now() - begun)
  }
  await replication.stop()
  await ended
  socket.terminate()
  server.close()
  const used = sql`select from pg_replication_slots where slot_name = 'bench' and active`
  while ((await pool.query(used)).length > 0);
  await pool.run("select pg_drop_replication_slot('bench')")
  await pool.run('drop publication bench; drop schema bench cascade')
  await pool.end()
  return times
}
