import { describe, expect, it } from 'vitest'
import { server, withOwnServer } from '../support/signed-in.ts'
import { operator } from './support/journal-state.ts'

withOwnServer()

const setPassword = async (name: string, input: string | Uint8Array) =>
  operator(server.dataDir, ['accounts', 'set-password', name], {}, input).ended

describe('npm run accounts', () => {
  it('lists the accounts of a running server and sets a password, which ends the sessions', async () => {
    const person = await server.client('Željka')
    const listed = await operator(server.dataDir, ['accounts', 'list']).ended
    expect([listed.code, listed.output]).toEqual([0, expect.stringContaining('Željka')])

    const short = await setPassword('Željka', 'kurz\n')
    expect([short.code, short.output]).toEqual([1, expect.stringContaining('at least 10')])
    const stranger = await setPassword('Niemand', 'lang-genug-1\n')
    expect(stranger.code).toBe(1)

    const set = await setPassword('ŽELJKA', 'ganz-neues-1\n')
    expect(set.code).toBe(0)
    expect(set.output).not.toContain('ganz-neues-1')
    await expect
      .poll(async () => (await person.rest.from('profiles').select('id')).status)
      .toBe(401)
    expect((await person.auth.refreshSession()).error).not.toBeNull()
    await expect(server.session('Željka')).rejects.toThrow('Invalid login credentials')
    expect((await server.session('Željka', 'ganz-neues-1')).user).toBeDefined()
    const back = { JOURNAL_NEW_PASSWORD: 'zeljka-geheim-2026' }
    const resetting = operator(server.dataDir, ['accounts', 'set-password', 'Zel\u200bjka'], back)
    expect((await resetting.ended).code).toBe(0)
  })

  it('takes a piped password without the byte order mark of an editor, and refuses what is no text', async () => {
    const set = async (input: string | Uint8Array) => setPassword('Željka', input)
    expect((await set('\uFEFFzeljka-geheim-2026\r\nzweite Zeile')).code).toBe(0)
    expect((await server.session('Željka', 'zeljka-geheim-2026')).user).toBeDefined()
    const latin = Buffer.from('größer-als-geheim', 'latin1')
    const wide = Buffer.from('\uFEFFganz-neues-1', 'utf16le')
    for (const input of [latin, wide, 'ganz-neues\0-1'])
      expect(await set(input)).toEqual({
        code: 1,
        output: expect.stringContaining('must be piped as text in UTF-8; nothing was changed'),
      })
    expect((await set('x'.repeat(5_000_000))).output).toContain('at most 72 bytes')
    expect((await server.session('Željka', 'zeljka-geheim-2026')).user).toBeDefined()
  })
})
