/** The operator's commands, `npm run accounts -- …`: prepares as `npm start` does, then runs them. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
await import(pathToFileURL(path.join(projectRoot, 'build', 'server', 'operator.js')).href)
