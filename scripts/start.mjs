/** `npm start`: installs what is missing, builds what is stale, and runs the server in this process. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

// npm hands SIGTERM to the shell in between, and many shells end without handing it on.
if (process.env.npm_lifecycle_event === 'start') {
  const { ppid } = process
  setInterval(() => {
    if (process.ppid !== ppid) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
ensureInstalled()
ensureBuilt()
await import(pathToFileURL(path.join(projectRoot, 'build', 'server', 'main.js')).href)
