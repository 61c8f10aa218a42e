import { describe, expect, it } from 'vitest'
import { createOwnAddress } from '../../../src/server/guard/own-address.ts'
import { createHttp } from '../../../src/server/http.ts'
import { silentLog } from '../../support/cluster.ts'

/** The bindings that Node's server hands on with each request. */
const bindings = { incoming: { headers: { host: 'localhost' } } }

/** Asks a server with this database for its health. */
function health(isAlive: () => Promise<boolean>) {
  const nothing = async () => new Response(null, { status: 404 })
  const http = createHttp({
    api: { fetch: nothing },
    push: { fetch: nothing },
    files: { inlined: { scripts: [], styles: [] }, respond: nothing },
    trustProxy: false,
    ownAddress: createOwnAddress({ publicUrls: [], trustProxy: false }),
    signedIn: () => undefined,
    isAlive,
    report: async () => ({
      backup: null,
      backupFolderChanged: false,
      disk: { freeMb: 1, low: true },
    }),
    log: silentLog,
  })
  return async (query = '') => http.request(`/healthz${query}`, {}, bindings)
}

describe('the health of the server', () => {
  it('costs one query, however many strangers ask at once', async () => {
    let asked = 0
    const ask = health(async () => {
      asked += 1
      return true
    })
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: 500 }, async () => ask()))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(asked).toBeLessThanOrEqual(1 + (performance.now() - started) / 1000)
  })

  it('is 503 while the database does not answer', async () => {
    const answer = await health(async () => false)()
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'unavailable' }])
  })

  it('includes backup and disk only if it is asked for in full', async () => {
    const ask = health(async () => true)
    const answers = await Promise.all(['', '?full'].map(async (query) => (await ask(query)).json()))
    expect(answers).toEqual([
      { status: 'ok' },
      { status: 'ok', backup: null, backupFolderChanged: false, disk: { freeMb: 1, low: true } },
    ])
  })
})
