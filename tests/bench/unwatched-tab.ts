import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { browserArguments } from '../../scripts/browsers.mjs'
import { expect } from '../support/e2e.ts'
import { largestRenderer, type ProcessInfo } from './page-figures.ts'

/** Sends a command of Chromium's debugging protocol; yields its result. */
type Send = (method: string, params?: object) => Promise<Record<string, unknown>>

/** A page and its browser. */
export interface Tab {
  /** Runs a function in the page, which sees nothing around it. */
  readonly evaluate: <Value, Argument>(
    work: (argument: Argument) => Value | Promise<Value>,
    argument: Argument,
  ) => Promise<Value>
  /**
   * The memory that its process holds for itself, in bytes, once garbage is collected and the browser has let go of what
   * it keeps as long as there is room.
   */
  readonly memory: () => Promise<number>
}

interface UnwatchedTab {
  readonly executable: string
  /** The profile's folder, which no other browser uses. */
  readonly folder: string
  readonly url: string
  readonly size: { readonly width: number; readonly height: number }
}

/**
 * Opens a page in a Chromium that Playwright does not watch: to be able to show what a page has loaded, watching keeps
 * up to 100 MB of it in the tab.
 */
export async function inUnwatchedTab<Value>(
  { executable, folder, url, size }: UnwatchedTab,
  work: (tab: Tab) => Promise<Value>,
): Promise<Value> {
  const own = [`--user-data-dir=${folder}`, '--remote-debugging-port=0', '--headless']
  await rm(join(folder, 'DevToolsActivePort'), { force: true })
  const browser = spawn(executable, [...browserArguments, ...own, url], { stdio: 'ignore' })
  const ended = once(browser, 'exit')
  try {
    const { page, whole } = await addresses(folder)
    const send = await connect(page)
    const metrics = { ...size, deviceScaleFactor: 1, mobile: false }
    await send('Emulation.setDeviceMetricsOverride', metrics)
    return await work(tabOf(send, await connect(whole)))
  } finally {
    browser.kill()
    await ended
  }
}

function tabOf(send: Send, sendBrowser: Send): Tab {
  return {
    async evaluate(work, argument) {
      const expression = `(${String(work)})(${JSON.stringify(argument)})`
      const options = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', options)
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
      return (result as { value: never }).value
    },
    async memory() {
      await send('HeapProfiler.collectGarbage')
      await send('Memory.simulatePressureNotification', { level: 'critical' })
      await wait(3000)
      const { processInfo } = await sendBrowser('SystemInfo.getProcessInfo')
      return largestRenderer(processInfo as readonly ProcessInfo[])
    },
  }
}

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  await once(socket, 'open')
  let last = 0
  return async (method, params = {}) => {
    last += 1
    const id = last
    const answered = new Promise<Answer>((resolve) => {
      const onMessage = (data: Buffer) => {
        const answer = JSON.parse(data.toString()) as Answer
        if (answer.id !== id) return
        socket.off('message', onMessage)
        resolve(answer)
      }
      socket.on('message', onMessage)
    })
    socket.send(JSON.stringify({ id, method, params }))
    const { result = {}, error } = await answered
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

interface Answer {
  readonly id?: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** The addresses at which the browser's only page and the browser are spoken to. */
async function addresses(folder: string): Promise<{ page: string; whole: string }> {
  let page = ''
  let whole = ''
  await expect(async () => {
    const [port, path] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')
    whole = `ws://127.0.0.1:${port}${path}`
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
    const targets = (await answer.json()) as { type: string; webSocketDebuggerUrl: string }[]
    page = targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? ''
    expect(page).not.toBe('')
  }).toPass({ timeout: 20_000 })
  return { page, whole }
}
