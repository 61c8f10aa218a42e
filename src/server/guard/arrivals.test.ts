import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { limitArrivals } from './arrivals.ts'

it('a request whose body does not arrive in time ends its connection, unless it may take longer', async () => {
  const server = createServer({ requestTimeout: 0 })
  const arrivals = limitArrivals(server, { within: 100, every: 20 })
  server.on('request', (request, response) => {
    if (request.url === '/photo') arrivals.allow(request, 60_000)
    request.resume().on('end', () => response.end('arrived'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const begin = (path: string) =>
    connect(port, '127.0.0.1').once('connect', function (this: ReturnType<typeof connect>) {
      this.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na`)
    })
  const [text, photo] = [begin('/text'), begin('/photo')]
  await once(text, 'close')
  photo.write('b')
  const [answer] = (await once(photo, 'data')) as [Buffer]
  expect(answer.toString()).toContain('arrived')
  photo.destroy()
  server.close()
})
