/** `npm start`: installs what is missing, builds what is stale, and runs the server in this process. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await import(pathToFileURL(path.join(projectRoot, 'build', 'server', 'main.js')).href)
