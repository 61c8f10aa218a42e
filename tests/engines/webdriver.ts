import { expect } from '@playwright/test'
import * as v from 'valibot'

/** How long something may take to appear, in milliseconds: the machine may be busy. */
export const patience = 60_000

/** Sends a command of one session to its driver. */
export type Send = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<unknown>

const answerSchema = v.object({ value: v.unknown() })
const failureSchema = v.object({ error: v.string(), message: v.string() })

/** Waits for the driver and opens a browser; what is returned sends commands to it. */
export async function openSession(driver: string, browser: string): Promise<Send> {
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
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = v.parse(answerSchema, await response.json())
  if (response.ok) return value
  const { error, message } = v.parse(failureSchema, value)
  throw new Error(`${method} ${place}: ${error}: ${message}`)
}
