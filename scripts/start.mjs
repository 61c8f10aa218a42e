/** `npm start`: installs what is missing, builds what is stale, and runs the server in this process. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithNpm, ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

if (process.env.npm_lifecycle_event === 'start') endWithNpm()
ensureInstalled()
ensureBuilt()
await import(pathToFileURL(path.join(projectRoot, 'build', 'server', 'main.js')).href)
