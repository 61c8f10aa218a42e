/**
 * Before `npm pack`: a fresh build, and the versions of all packages in the form that a tarball may
 * hold (npm leaves `package-lock.json` out). `postpack` removes the copy.
 */
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

const copy = path.join(projectRoot, 'npm-shrinkwrap.json')
if (process.argv.includes('--after')) rmSync(copy, { force: true })
else {
  ensureInstalled()
  ensureBuilt()
  copyFileSync(path.join(projectRoot, 'package-lock.json'), copy)
}
