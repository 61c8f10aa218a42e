/**
 * `npm run dev`: the page with hot reload from Vite, the real backend behind it (REST, sign-in,
 * realtime socket, settings), and the server rebuilt and restarted whenever its code changes. The
 * page listens on PORT (3000), the backend on a free port of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createNetServer } from 'node:net'
import path from 'node:path'
import { ensureInstalled, projectRoot } from './prepare.mjs'

ensureInstalled()
const { build, createServer } = await import('vite')
const host = process.env['HOST'] || '127.0.0.1'
const backendPort = await freePort()
/** A folder of its own: what `npm start` built and stamped stays as it is. */
const output = path.join('build', 'dev')

/** @type {import('node:child_process').ChildProcess | undefined} */
let backend
let stopping = false

/** Ends the running backend, if any, and starts the one that was just built. */
async function restart() {
  await end()
  if (stopping) return
  backend = spawn(process.execPath, [path.join(projectRoot, output, 'main.js')], {
    stdio: 'inherit',
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(backendPort) },
  })
}

async function end() {
  const running = backend
  backend = undefined
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
  const closed = once(running, 'close')
  running.kill('SIGTERM')
  await closed
}

/** One restart after the other: two servers on one data directory would refuse each other. */
let restarts = Promise.resolve()
const watcher = await build({
  root: projectRoot,
  configFile: path.join(projectRoot, 'vite.server.config.ts'),
  logLevel: 'warn',
  build: { watch: {}, outDir: output },
})
if ('on' in watcher)
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error.message)
    if (event.code === 'END') restarts = restarts.then(restart)
  })

const target = `http://127.0.0.1:${backendPort}`
const page = await createServer({
  root: projectRoot,
  configFile: path.join(projectRoot, 'vite.config.ts'),
  server: {
    host,
    port: Number(process.env['PORT'] || 3000),
    strictPort: true,
    proxy: {
      '/rest/v1': target,
      '/auth/v1': target,
      '/healthz': target,
      '/config.json': target,
      '/realtime/v1': { target, ws: true },
    },
  },
})
await page.listen()
page.printUrls()

// Vite ends this process at a signal of its own accord; the backend must not outlive it.
process.once('exit', () => backend?.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    void stop()
  })

/** Ends page, builder and backend, in this order. */
async function stop() {
  stopping = true
  await Promise.all([page.close(), 'close' in watcher ? watcher.close() : undefined])
  await restarts
  await end()
  process.exit(0)
}

/**
 * @returns {Promise<number>} a free port
 */
async function freePort() {
  const probe = createNetServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
