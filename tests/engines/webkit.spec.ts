import { smoke } from './smoke.ts'
import { test } from './webkit-test.ts'

test('in WebKit what a person writes survives a reload, and without a network is sent once afterwards', async ({
  server,
  engine,
}) => {
  await smoke(server, async (url) => engine.open({ url }))
})
