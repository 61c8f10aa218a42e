import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../support/folders.ts'
import { eventually } from '../sync/device.ts'

/*
 * The scripts of `npm start` in a project of their own: a lock file of two packages, an npm that notes how
 * it is called, and a server that notes how it ends.
 */

const scripts = fileURLToPath(new URL('../../scripts/', import.meta.url))
let project: string
const inProject = (...names: string[]) => path.join(project, ...names)

beforeEach(() => {
  project = folderOfTest()
  for (const folder of ['scripts', 'bin', 'build/server', 'src/server'])
    mkdirSync(inProject(folder), { recursive: true })
  for (const name of ['start.mjs', 'prepare.mjs'])
    copyFileSync(path.join(scripts, name), inProject('scripts', name))
  const system = { os: [process.platform], cpu: [process.arch], optional: true, version: '18.4.0' }
  const packages = {
    '': {},
    'node_modules/builder': { version: '1.0.0', dev: true },
    'node_modules/database': system,
    'node_modules/elsewhere': { ...system, os: ['plan9'] },
  }
  writeFileSync(inProject('package-lock.json'), JSON.stringify({ packages }))
})

/** An npm that installs what its options and settings leave in. */
function putNpm(): void {
  const npm = `#!/usr/bin/env node
const fs = require('node:fs')
fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
const isWanted = (kind, isLeftOut) => process.argv.includes('--include=' + kind) || !isLeftOut
const installed = { '': {} }
for (const [name, wanted] of Object.entries(JSON.parse(fs.readFileSync('package-lock.json')).packages)) {
  if (name === '' || wanted.os?.includes('plan9')) continue
  if (wanted.dev && !isWanted('dev', process.env.NODE_ENV === 'production')) continue
  if (wanted.optional && !isWanted('optional', process.env.npm_config_omit === 'optional')) continue
  fs.mkdirSync(name, { recursive: true })
  fs.writeFileSync(name + '/package.json', '{}')
  installed[name] = wanted
}
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
`
  writeFileSync(inProject('bin', 'npm'), npm)
  chmodSync(inProject('bin', 'npm'), 0o755)
}

function install(env: Record<string, string> = {}) {
  const run = spawnSync(
    process.execPath,
    ['-e', "import('./scripts/prepare.mjs').then((prepare) => prepare.ensureInstalled())"],
    {
      cwd: project,
      env: { PATH: `${inProject('bin')}:${process.env['PATH'] ?? ''}`, ...env },
      encoding: 'utf8',
    },
  )
  const calls = readFileSync(inProject('calls'), 'utf8').trimEnd().split('\n')
  return { code: run.status, output: run.stdout + run.stderr, calls: calls.length }
}

describe('the packages of a start', () => {
  beforeEach(putNpm)

  it.each([
    ['NODE_ENV', 'production'],
    ['npm_config_omit', 'optional'],
    ['npm_config_omit', 'dev'],
  ])('are all installed with %s=%s, once', (name, value) => {
    expect(install({ [name]: value })).toMatchObject({ code: 0, calls: 1 })
    expect(install({ [name]: value })).toMatchObject({ code: 0, calls: 1 })
  })

  it.each(['node_modules/builder', 'node_modules/database', 'node_modules/.package-lock.json'])(
    'are installed again once %s is missing',
    (missing) => {
      install()
      rmSync(inProject(missing), { recursive: true })
      expect(install()).toMatchObject({ code: 0, calls: 2 })
    },
  )

  it('are named in one line where npm leaves some out', () => {
    const npm = readFileSync(inProject('bin', 'npm'), 'utf8')
    writeFileSync(inProject('bin', 'npm'), npm.replace("name === ''", '/builder$|^$/.test(name)'))
    const { code, output } = install()
    expect([code, output.trim().split('\n').at(-1)]).toEqual([
      1,
      'npm has left out node_modules/builder.',
    ])
  })
})

it('a build is one for use, also where NODE_ENV is development', () => {
  mkdirSync(inProject('node_modules/vite/bin'), { recursive: true })
  writeFileSync(
    inProject('node_modules/vite/bin/vite.js'),
    "require('node:fs').appendFileSync('calls', process.env.NODE_ENV + ' ')",
  )
  const { status } = spawnSync(
    process.execPath,
    ['-e', "import('./scripts/prepare.mjs').then((prepare) => prepare.ensureBuilt())"],
    { cwd: project, env: { ...process.env, NODE_ENV: 'development' } },
  )
  expect([status, readFileSync(inProject('calls'), 'utf8')]).toEqual([0, 'production production '])
})

describe('SIGTERM to `npm start`', () => {
  let started: ChildProcess

  beforeEach(async () => {
    writeFileSync(
      inProject('package.json'),
      JSON.stringify({ type: 'module', scripts: { start: 'node scripts/start.mjs' } }),
    )
    // Without sources it is a tarball, which is not built.
    rmSync(inProject('src'), { recursive: true })
    writeFileSync(inProject('npm-shrinkwrap.json'), '{"packages":{}}')
    writeFileSync(
      inProject('build/server/main.js'),
      `import { appendFileSync } from 'node:fs'
      const note = (text) => appendFileSync('notes', text + '\\n')
      const alive = setInterval(() => undefined, 1000)
      process.once('SIGTERM', () => { note('stopped'); clearInterval(alive) })
      note('ready')`,
    )
    const { npm_lifecycle_event: _, ...env } = process.env
    started = spawn('npm', ['start'], { cwd: project, env, detached: true, stdio: 'ignore' })
    await noted('ready')
  })

  afterEach(() => {
    // Only a server that was left alone is still there.
    try {
      process.kill(-(started.pid ?? 0), 'SIGKILL')
    } catch {
      // Everything has ended.
    }
  })

  const noted = async (text: string) =>
    eventually(
      async () => (existsSync(inProject('notes')) ? readFileSync(inProject('notes'), 'utf8') : ''),
      (notes) => notes.includes(text),
    )

  it('ends the server, where npm alone gets it', async () => {
    started.kill('SIGTERM')
    await noted('stopped')
  })

  it('ends the server, where every process of its group gets it', async () => {
    process.kill(-(started.pid ?? 0), 'SIGTERM')
    await noted('stopped')
  })
})
