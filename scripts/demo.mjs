/**
 * `npm run demo`, `npm run demo -- FOLDER`: a journal of two years to look at, on this machine alone. It takes no setting
 * from the environment, and keeps everything in a folder that it makes and marks itself (`demo/`).
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { endWithNpm, ensureBuilt, ensureInstalled, projectRoot } from './prepare.mjs'

/** Not that of the journal, or a browser would open the copy of one on the other. */
const wantedPort = 3210
/** The variables without which programs do not run; neither the server nor what fills it gets others. */
const passedOn = /^(PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|TMPDIR|TEMP|TMP|SYSTEMROOT)$/i
const madeBy = 'npm run demo of Unser Tagebuch'

/**
 * @typedef {object} Marker the file `demo.json` of a demo's folder
 * @property {string} madeBy
 * @property {string} version the newest migration of the program that made it
 * @property {[string, string]} passwords in the order of the settings
 * @property {boolean} isFilled
 */

if (process.env.npm_lifecycle_event === 'demo') endWithNpm()
ensureInstalled()
ensureBuilt()
const given = process.argv[2]
const folder = given
  ? path.resolve(process.env.INIT_CWD ?? process.cwd(), given)
  : path.join(projectRoot, 'demo')
for (const name of Object.keys(process.env)) if (!passedOn.test(name)) delete process.env[name]
const settingsFile = path.join(folder, 'journal.config.json')
const markerFile = path.join(folder, 'demo.json')
const marker = existsSync(folder) ? readMarker() : makeFolder()

const server = spawn(process.execPath, [path.join(projectRoot, 'scripts', 'start.mjs')], {
  cwd: folder,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    // So it ends with this process.
    npm_lifecycle_event: 'start',
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    JOURNAL_CONFIG: settingsFile,
    JOURNAL_PASSWORD_1: marker.passwords[0],
    JOURNAL_PASSWORD_2: marker.passwords[1],
    BACKUP_AT: 'off',
  },
})
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']))
  process.on(signal, () => server.kill('SIGTERM'))
server.once('close', (code) => process.exit(process.exitCode ?? code ?? 1))

const address = await readyAddress()
try {
  if (!marker.isFilled) await fill()
  console.log(`
The demo is at ${address}

    Jonas:   ${marker.passwords[0]}
    Željka:  ${marker.passwords[1]}

Stop it with Ctrl+C. What you write in it stays in ${folder}
until you delete that folder; then the demo begins again.
`)
} catch (error) {
  console.error('The demo could not be filled.', error)
  process.exitCode = 1
  server.kill('SIGTERM')
}

/** @returns {Marker} Ends the process where the folder is not one of this version's demos. */
function readMarker() {
  /** @type {Marker | undefined} */
  let found
  try {
    found = JSON.parse(readFileSync(markerFile, 'utf8'))
  } catch {
    // Then it is another folder.
  }
  if (found?.madeBy !== madeBy)
    return refuse(
      `${folder} is no demo's folder, and is left alone. Name another: npm run demo -- FOLDER`,
    )
  if (found.version !== newestMigration())
    return refuse(
      `The demo in ${folder} was made by another version. Delete that folder to begin again.`,
    )
  return found
}

/** @param {string} line @returns {never} */
function refuse(line) {
  console.error(line)
  process.exit(1)
}

/** @returns {Marker} */
function makeFolder() {
  mkdirSync(folder, { mode: 0o700 })
  const made = /** @type {Marker} */ ({
    madeBy,
    version: newestMigration(),
    passwords: [newPassword(), newPassword()],
    isFilled: false,
  })
  writeMarker(made)
  const partner = (/** @type {string} */ name, /** @type {string} */ sign) => ({
    name,
    identifier: `${sign}@tagebuch.internal`,
  })
  const met = `${new Date().getFullYear() - 3}-05-09`
  const settings = {
    title: 'Unser Tagebuch',
    timeZone: 'Europe/Berlin',
    partners: [partner('Jonas', 'jonas'), partner('Željka', 'zeljka')],
    specialDays: [
      { kind: 'anniversary', date: met },
      { kind: 'birthday', date: '1997-07-19' },
    ],
    daysCounterFrom: met,
  }
  writeFileSync(settingsFile, `${JSON.stringify(settings, null, 2)}\n`)
  return made
}

/** @param {Marker} value */
function writeMarker(value) {
  writeFileSync(markerFile, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
}

function newestMigration() {
  return (
    readdirSync(path.join(projectRoot, 'supabase', 'migrations'))
      .toSorted()
      .at(-1) ?? ''
  )
}

/** Twelve letters, none of which looks like another. */
function newPassword() {
  const letters = 'abcdefghjkmnpqrstuvwxyz'
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [group(), group(), group()].join('-')
}

/** @returns {Promise<number>} the demo's port, or 0 for any where another program has it */
async function freePort() {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => {
      console.log(`Port ${wantedPort} is taken, so the demo gets another.`)
      resolve(0)
    })
    probe.listen(wantedPort, '127.0.0.1', () => probe.close(() => resolve(wantedPort)))
  })
}

/** @returns {Promise<string>} the address of the server, once it listens; shows what it says before */
async function readyAddress() {
  let said = ''
  return new Promise((resolve) => {
    server.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      said += text
      const lines = said.split('\n')
      said = lines.pop() ?? ''
      for (const line of lines) {
        const found = /läuft auf (http:\S+)/.exec(line)?.[1]
        if (found === undefined) console.log(line)
        else resolve(found)
      }
    })
  })
}

/** Writes the two years. The texts are TypeScript, which the oldest Node that is supported cannot read. */
async function fill() {
  console.log('Filling two years …')
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(path.join(projectRoot, 'scripts/demo/spread.ts'), {
    root: projectRoot,
    configFile: false,
    logLevel: 'error',
  })
  await /** @type {typeof import('./demo/spread.ts')} */ (module).fill(address, folder, Date.now())
  writeMarker({ ...marker, isFilled: true })
}
