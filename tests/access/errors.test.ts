import { describe, expect, it } from 'vitest'
import { contentLimit } from '../../src/domain/limits.ts'
import { jonas, ownServer as server, restAs, withOwnServer } from '../support/signed-in.ts'

withOwnServer()

const entry = (over: Record<string, unknown> = {}) => ({
  user_id: jonas.id,
  category: 'erzaehlen',
  content: 'Wortlaut-4711',
  ...over,
})

describe('errors in the hosted shape', () => {
  it.each([
    ['an empty text', { content: '' }, 400, '23514'],
    ['too many characters', { content: 'x'.repeat(contentLimit + 1) }, 400, '23514'],
    ['an unknown category', { category: 'geheim' }, 400, '23514'],
    ['a malformed id', { id: 'keine-id' }, 400, '22P02'],
    ['a missing category', { category: null }, 400, '23502'],
    ['a number where a date belongs', { scheduled_date: 'gestern' }, 400, '22007'],
  ])('answers %s with its SQLSTATE', async (_, over, status, code) => {
    const answer = await jonas.rest.from('entries').insert(entry(over))
    expect([answer.status, answer.error?.code]).toEqual([status, code])
    expect(answer.error?.details).toBeNull()
    expect(JSON.stringify(answer.error)).not.toContain('Wortlaut-4711')
    expect(JSON.stringify(answer.error)).not.toContain('keine-id')
  })

  it('answers a second insert of the same id with 409 and 23505', async () => {
    const id = crypto.randomUUID()
    expect((await jonas.rest.from('entries').insert(entry({ id }))).status).toBe(201)
    const again = await jonas.rest.from('entries').insert(entry({ id }))
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
  })

  it("answers someone else's id in user_id with 403 and 42501", async () => {
    const answer = await jonas.rest.from('entries').insert(entry({ user_id: crypto.randomUUID() }))
    expect([answer.status, answer.error?.code]).toEqual([403, '42501'])
  })

  it('answers a reaction to an entry that does not exist with a definite refusal', async () => {
    const reaction = { entry_id: crypto.randomUUID(), user_id: jonas.id, emoji: '❤️' }
    const answer = await jonas.rest.from('reactions').insert(reaction)
    expect([403, 409]).toContain(answer.status)
  })

  it('answers a body that is no JSON with 400', async () => {
    const response = await restAs(jonas, 'entries', { method: 'POST', body: '{"content": ' })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102' }])
  })

  it('answers an unknown column with 400', async () => {
    const answer = await jonas.rest.from('entries').select('geheimnis')
    expect(answer.status).toBe(400)
  })

  it('answers more than 64 kB with 413', async () => {
    const answer = await jonas.rest.from('entries').insert(entry({ content: 'x'.repeat(70_000) }))
    expect(answer.status).toBe(413)
  })

  it('tells "no row" from "several" where the client asks for one', async () => {
    const profiles = jonas.rest.from('profiles').select('id')
    const none = await profiles.eq('id', crypto.randomUUID()).single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
  })

  it('writes no journal text into its log after any failure', () => {
    expect(server.logs()).not.toContain('Wortlaut-4711')
    expect(server.logs()).not.toContain('keine-id')
  })
})
