import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyFirstStart } from '../support/first-start.ts'
import { people, startAndFail, startTestServer } from '../support/server.ts'
import type { TestServerOptions } from '../support/server.ts'
import { folderOfTest } from '../support/folders.ts'
import { inShort, long } from '../support/quick.ts'
import { lineOf } from './support/failed-start.ts'

const mistakes: [string, NonNullable<TestServerOptions['config']>, RegExp][] = [
  ['no JSON', '{"title":', /not valid JSON at line 1, column 10/],
  [
    'a mistake after a byte order mark',
    '\uFEFF{\r\n"title": x}',
    /not valid JSON at line 2, column 10/,
  ],
  [
    'one partner',
    { partners: [{ name: 'Jonas', identifier: 'jonas@tagebuch.internal' }] },
    /partners/,
  ],
  [
    'two names that sign-in would hold for one',
    {
      partners: [
        { name: 'Weiß', identifier: 'jonas@tagebuch.internal' },
        { name: 'WEISS', identifier: 'zeljka@tagebuch.internal' },
      ],
    },
    /partners must have two different names/,
  ],
  ['an unknown time zone', { timeZone: 'Europe/Bärlin' }, /timeZone must be an IANA time zone/],
  ['a day that does not exist', { daysCounterFrom: '2025-02-30' }, /daysCounterFrom must be/],
]

describe('settings', () => {
  it.each(inShort(2, mistakes))('with %s stop the start with one line', async (_, config, line) => {
    expect(await lineOf({ config })).toMatch(line)
  })

  it('that lack the file stop the start', async () => {
    const env = { JOURNAL_CONFIG: '/nirgends/journal.json' }
    expect(await lineOf({ env })).toContain('cannot be read')
  })

  it('that name an unknown setting in escape sequences stop the start with a single line', async () => {
    const config = JSON.stringify({ 'titel\u001b[2J\r\u202e': 'x' })
    const failed = await startAndFail({ config })
    expect(failed.exitCode).toBe(1)
    expect(failed.logs).toContain('titel\\u{1b}[2J\\u{d}\\u{202e} is unknown')
    expect(failed.logs.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  })

  it('with a short first password stop the start before anything is touched', async () => {
    const dataDir = path.join(folderOfTest(), 'data')
    expect(await lineOf({ dataDir, env: { JOURNAL_PASSWORD_2: 'zu-kurz' } })).toBe(
      'JOURNAL_PASSWORD_2 must have at least 10 characters',
    )
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('a refusal of the machine', () => {
  it('a port in use is named', long, async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    const line = await lineOf({ env: { PORT: String(port) } })
    taken.close()
    expect(line).toContain(`PORT ${port} on 127.0.0.1 is already in use`)
  })

  it('a data directory that cannot be written is named', async () => {
    // Root may write anywhere except below a file, with any mode of the folders.
    const file = path.join(folderOfTest(), 'file')
    writeFileSync(file, '')
    const dataDir = path.join(file, 'data')
    expect(await lineOf({ dataDir })).toContain(dataDir)
  })

  it('a database that does not answer is reported without its address', async () => {
    const url = 'postgres://leser:sehr-geheim@127.0.0.1:9/journal'
    const line = await lineOf({ env: { DATABASE_URL: url } })
    expect(line).toContain('DATABASE_URL')
    expect(line).not.toContain('geheim')
  })
})

describe('the first start', () => {
  it('keeps its folder to its owner, and prints generated passwords once, in a frame, that work', async () => {
    const dataDir = path.join(folderOfTest(), 'data')
    const env = { JOURNAL_PASSWORD_1: '', JOURNAL_PASSWORD_2: '' }
    const first = await startTestServer({ dataDir, env })
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    const open = (name: string) => statSync(path.join(dataDir, name)).mode & 0o077
    expect(readdirSync(dataDir).filter(open)).toEqual([])
    const shown = [...first.logs().matchAll(/^║\s+(\S+):\s+(\S+)\s+║$/gm)]
    expect(shown.map(([, name]) => name)).toEqual(['Jonas', 'Željka'])
    const password = shown[1]?.[2] ?? ''
    expect(password.length).toBeGreaterThanOrEqual(20)
    expect((await first.session('Željka', password)).user.email).toBe(people.Željka.identifier)
    await first.stop()

    const second = await startTestServer({ dataDir, env: { JOURNAL_PASSWORD_2: 'spaeter-egal-1' } })
    expect(second.logs()).toMatch(/^Unser Tagebuch läuft auf http:\/\/127\.0\.0\.1:\d+\n$/)
    expect((await second.session('Željka', password)).user).toBeDefined()
    await expect(second.session('Željka', 'spaeter-egal-1')).rejects.toThrow(
      'Invalid login credentials',
    )
    await second.stop()
  })

  it(
    'takes over a changed name later, and refuses a changed identifier with a hint',
    long,
    async () => {
      const dataDir = path.join(folderOfTest(), 'data')
      copyFirstStart(dataDir)
      const partners = [
        { name: 'Joni', identifier: people.Jonas.identifier },
        { name: 'Željka', identifier: people.Željka.identifier },
      ]
      const renamed = await startTestServer({
        dataDir,
        config: { partners, timeZone: 'Europe/Zagreb' },
      })
      expect(renamed.logs()).toContain(
        `partners: the name of "${people.Jonas.identifier}" changed from "Jonas" to "Joni".\n`,
      )
      const { rest } = await renamed.client('Jonas')
      const names = await rest.from('profiles').select('name')
      expect(names.data?.map(({ name }) => String(name)).toSorted()).toEqual(['Joni', 'Željka'])
      expect((await rest.from('journal').select('time_zone')).data).toEqual([
        { time_zone: 'Europe/Zagreb' },
      ])
      await renamed.stop()

      const exchanged = partners.map(({ identifier }, at) => ({
        name: partners[1 - at]?.name ?? '',
        identifier,
      }))
      const swapped = await startTestServer({ dataDir, config: { partners: exchanged } })
      expect(swapped.logs().match(/changed from .* the two names were exchanged/g)).toHaveLength(2)
      await swapped.stop()

      const moved = [partners[0], { name: 'Željka', identifier: 'zelka@tagebuch.internal' }]
      const config = { partners: moved as typeof partners }
      expect(await lineOf({ dataDir, config })).toContain('"zeljka@tagebuch.internal"')
    },
  )
})
