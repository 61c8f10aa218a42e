import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.ts'
import { openSession } from './webdriver.ts'
import { screenOf, type WebKitScreen } from './webkit-screen.ts'

const browser = fileURLToPath(new URL('webkit-browser.py', import.meta.url))

export interface WebKitOptions {
  readonly url: string
  readonly viewport: { readonly width: number; readonly height: number }
  /** Run in each page before the app. */
  readonly scripts?: readonly string[]
}

/** A WebKitGTK browser with a profile of its own on a display of its own, by plain WebDriver. */
export interface WebKit extends WebKitScreen {
  /** The folder of downloads. */
  readonly downloads: string
  /** The output of page and browser so far. */
  output(): string
  /** Closes the browser and opens it again, with the same profile. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The largest screen that a test asks for, with some room. */
const displaySize = '1600x1000x24'

export async function startWebKit(options: WebKitOptions): Promise<WebKit> {
  const profile = mkdtempSync(path.join(tmpdir(), 'tagebuch-webkit-'))
  const downloads = path.join(profile, 'downloads')
  const { width, height } = options.viewport
  const started: ChildProcess[] = []
  let output = ''
  const start = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) => {
    const child = startProcess(command, args, env)
    started.push(child)
    return child
  }
  const close = async () => {
    await Promise.all(started.toReversed().map(endGroup))
    rmSync(profile, { recursive: true, force: true })
  }
  const openBrowser = async (DISPLAY: string) => {
    const port = await freePort()
    const driver = start('WebKitWebDriver', ['-p', port], {
      DISPLAY,
      LANG: 'de_DE.UTF-8',
      TZ: 'Europe/Berlin',
      WEBKIT_PROFILE: profile,
      WEBKIT_DOWNLOADS: downloads,
      WEBKIT_SIZE: `${width}x${height}`,
      WEBKIT_SCRIPT: (options.scripts ?? []).join(';\n'),
    })
    for (const stream of [driver.stdout, driver.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const send = await openSession(`http://127.0.0.1:${port}`, browser)
    return { driver, send, screen: screenOf(send, options.url) }
  }
  try {
    const display = await firstLine(
      start('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp', '-screen', '0', displaySize]),
    )
    const DISPLAY = `:${display}`
    start('openbox', [], { DISPLAY })
    let open = await openBrowser(DISPLAY)
    const webkit: WebKit = {
      ...open.screen,
      downloads,
      output: () => output,
      async restart() {
        // The browser closes like a person's, and stores what it has.
        await open.send('DELETE', '')
        await endGroup(open.driver)
        open = await openBrowser(DISPLAY)
        Object.assign(webkit, open.screen)
      },
      close,
    }
    return webkit
  } catch (error) {
    await close()
    throw error
  }
}

/** It ends with this process, also where that is killed. Its group is its own, to end all that it starts. */
function startProcess(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const { PATH, HOME } = process.env
  return spawn('setpriv', ['--pdeathsig', 'KILL', '--', command, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, HOME, ...env },
  })
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  const isOver = child.exitCode !== null || child.signalCode !== null
  const closed = isOver ? undefined : once(child, 'exit')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The whole group has ended.
  }
  await closed
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The display did not start')
}
