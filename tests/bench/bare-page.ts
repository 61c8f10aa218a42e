import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { WebSocketServer } from 'ws'
import { newDevice } from '../support/e2e.ts'

/** The bare page in a browser. */
export async function openBarePage(browser: Browser) {
  const served = await serveBarePage()
  const device = await newDevice(browser, served.url, { reducedMotion: 'no-preference' })
  const page = await device.newPage()
  await page.goto(served.url)
  await page.locator('html[data-ready]').waitFor()
  return {
    page,
    async stop() {
      await device.close()
      await served.stop()
    },
  }
}

/**
 * A page with the same forty cards, whose button changes one card's class, stores one record, sends one request and
 * reads one frame: what the app's presses are measured beside, in the same run.
 */
async function serveBarePage() {
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      response.writeHead(204).end()
      for (const socket of sockets.clients) socket.send('{"id":"one","completed":true}')
    } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  const sockets = new WebSocketServer({ server })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const cards = Array.from(
  { length: 40 },
  (_, index) => `<li><article><h3>Jonas</h3><time>heute, 20:15</time>
<p>Ein Satz von uns beiden, Nummer ${index}, so lang wie die meisten.</p>
<button>Erledigt</button><button>Reagieren</button></article></li>`,
).join('\n')

const html = `<!doctype html>
<html lang="de"><head><title>Bare page</title><style>
body { font: 16px sans-serif; max-width: 48rem; margin: 0 auto }
li { list-style: none; padding-bottom: 12px }
article { border: 1px solid #ccc; border-radius: 16px; padding: 20px; box-shadow: 0 2px 8px #0002 }
article.done p { text-decoration: line-through; opacity: 0.6 }
button { min-height: 44px }
</style></head><body><ul>${cards}</ul><script>
const opening = indexedDB.open('bare', 1)
opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { keyPath: 'id' })
opening.onsuccess = () => {
  const socket = new WebSocket(location.href.replace('http', 'ws'))
  socket.onopen = () => document.documentElement.toggleAttribute('data-ready', true)
  socket.onmessage = ({ data }) => JSON.parse(data)
  document.addEventListener('click', ({ target }) => {
    const card = target.closest('button')?.closest('article')
    if (!card) return
    card.classList.toggle('done')
    const row = { id: 'one', completed: card.classList.contains('done'), text: card.innerText }
    opening.result.transaction('rows', 'readwrite').objectStore('rows').put(row)
    void fetch('/', { method: 'POST', body: JSON.stringify(row) })
  })
}
</script></body></html>`
