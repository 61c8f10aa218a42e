import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import * as v from 'valibot'
import { freePort } from '../support/free-port.ts'
import type { Screen } from './smoke.ts'

const browser = fileURLToPath(new URL('webkit-browser.py', import.meta.url))

/** The name of an element's reference in WebDriver's protocol. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const elementSchema = v.object({ [elementKey]: v.string() })
const answerSchema = v.object({ value: v.unknown() })
const failureSchema = v.object({ error: v.string(), message: v.string() })

/** How long something may take to appear, in milliseconds: the machine may be busy. */
const patience = 60_000

export interface WebKitOptions {
  readonly url: string
  readonly viewport: { readonly width: number; readonly height: number }
}

/** A WebKitGTK browser with a profile of its own on a display of its own, by plain WebDriver. */
export interface WebKit extends Screen {
  /** What page and browser have written so far. */
  output(): string
  close(): Promise<void>
}

export async function startWebKit({ url, viewport }: WebKitOptions): Promise<WebKit> {
  const profile = mkdtempSync(path.join(tmpdir(), 'tagebuch-webkit-'))
  const { width, height } = viewport
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
  try {
    const screen = ['-screen', '0', `${width + 100}x${height + 100}x24`]
    const display = await firstLine(
      start('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp', ...screen]),
    )
    const DISPLAY = `:${display}`
    start('openbox', [], { DISPLAY })
    const port = await freePort()
    const driver = start('WebKitWebDriver', ['-p', port], {
      DISPLAY,
      LANG: 'de_DE.UTF-8',
      TZ: 'Europe/Berlin',
      WEBKIT_PROFILE: profile,
      WEBKIT_SIZE: `${width}x${height}`,
    })
    for (const stream of [driver.stdout, driver.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const send = await openSession(`http://127.0.0.1:${port}`)
    return { ...screenOf(send, url), output: () => output, close }
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

type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>

/** Waits for the driver and opens a browser; what is returned sends commands to it. */
async function openSession(driver: string): Promise<Send> {
  const options = { binary: browser, args: [] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  await expect(async () => command(driver, 'GET', '/status')).toPass({ timeout: patience })
  const answer = await command(driver, 'POST', '/session', { capabilities })
  const { sessionId } = v.parse(v.object({ sessionId: v.string() }), answer)
  const session = `${driver}/session/${sessionId}`
  const timeouts = { script: patience, pageLoad: patience, implicit: 0 }
  await command(session, 'POST', '/timeouts', timeouts)
  return async (method, place, body) => command(session, method, place, body)
}

async function command(base: string, method: string, place: string, body = {}): Promise<unknown> {
  const response = await fetch(`${base}${place}`, {
    method,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = v.parse(answerSchema, await response.json())
  if (response.ok) return value
  const { error, message } = v.parse(failureSchema, value)
  throw new Error(`${method} ${place}: ${error}: ${message}`)
}

function screenOf(send: Send, url: string): Screen {
  /** Tries until it works: what is pressed may still move, or come later. */
  const eventually = async (work: () => Promise<unknown>) =>
    expect(work).toPass({ timeout: patience, intervals: [100] })
  const element = async (script: string, name: string) => {
    const found = await send('POST', '/execute/sync', { script, args: [name] })
    return `/element/${v.parse(elementSchema, found)[elementKey]}`
  }
  return {
    open: async () => void (await send('POST', '/url', { url })),
    reload: async () => void (await send('POST', '/refresh')),
    press: async (name) =>
      eventually(async () => send('POST', `${await element(findButton, name)}/click`)),
    async fill(label, text) {
      await eventually(async () => send('POST', `${await element(findField, label)}/clear`))
      await send('POST', `${await element(findField, label)}/value`, { text })
    },
    async text() {
      const script = 'return document.body.innerText'
      return v.parse(v.string(), await send('POST', '/execute/sync', { script, args: [] }))
    },
    async evaluate<Result>(work: () => Result | Promise<Result>) {
      const script = `const done = arguments[0]; Promise.resolve((${String(work)})()).then(done)`
      return (await send('POST', '/execute/async', { script, args: [] })) as Result
    },
  }
}

/** The visible button of this name; a dialog's before one behind it. */
const findButton = `
  return [...document.querySelectorAll('button')].findLast((button) =>
    button.checkVisibility() && (button.ariaLabel ?? button.textContent.trim()) === arguments[0])`

/** The visible text field with this label. */
const findField = `
  return [...document.querySelectorAll('input, textarea')].findLast((field) =>
    field.checkVisibility() &&
    (field.ariaLabel ?? field.labels[0]?.textContent.trim()) === arguments[0])`
