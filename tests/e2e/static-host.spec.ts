import { expect, test } from '../support/e2e.ts'
import { startHostedSite } from '../support/hosted/site.ts'

test('the headers of a static host are those of the journal’s own server, and name the backend', async ({
  server,
  request,
}) => {
  const site = await startHostedSite(server)
  const own = (await request.get(server.url)).headers()
  const host = (await request.get(site.url)).headers()
  await site.stop()
  const policy = (headers: Record<string, string>) =>
    (headers['content-security-policy'] ?? '').split('; ')
  const connect = policy(host).find((part) => part.startsWith('connect-src'))
  expect(connect).toBe(
    `connect-src 'self' ${site.backendUrl} ${site.backendUrl.replace('http', 'ws')}`,
  )
  const others = (headers: Record<string, string>) =>
    policy(headers).filter((part) => !part.startsWith('connect-src'))
  expect(others(host)).toEqual(others(own))
  const rest = Object.keys(own).filter((name) => /^(x-|cross-|referrer|permissions)/.test(name))
  expect(rest.length).toBeGreaterThan(4)
  for (const name of rest) expect(host[name], name).toBe(own[name])
})
