#!/usr/bin/env node
/**
 * Starts the system's Firefox in the place of the one that Playwright expects, which is newer: passes WebDriver
 * BiDi on in both directions, and answers itself a command that this Firefox does not know yet. It ends
 * with Playwright's connection, so no browser stays behind.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'
import { firefoxExecutable } from '../../scripts/browsers.mjs'

/** Sent for each new context: the colour scheme. Without it a context has that of the preferences. */
const dispensable = 'emulation.setMediaFeaturesOverride'
const announcement = /WebDriver BiDi listening on (ws:\/\/\S+)/

const firefox = spawn(firefoxExecutable() ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
firefox.once('error', () => process.exit(1))
firefox.once('exit', (code) => process.exit(code ?? 0))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => firefox.kill(signal))
createInterface({ input: firefox.stderr }).on('line', (line) => {
  const address = announcement.exec(line)?.[1]
  if (address === undefined) process.stderr.write(`${line}\n`)
  else listen(address)
})

/** @param {string} address where Firefox listens */
function listen(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.once('connection', (near) => pass(near, new WebSocket(`${address}/session`)))
  server.once('listening', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`)
  })
}

/** @param {WebSocket} near Playwright @param {WebSocket} far Firefox */
function pass(near, far) {
  const opened = new Promise((resolve) => far.once('open', resolve))
  const asked = new Set()
  near.on('message', (data) => {
    const text = /** @type {Buffer} */ (data).toString()
    if (text.includes(dispensable)) asked.add(JSON.parse(text).id)
    void opened.then(() => far.send(text))
  })
  far.on('message', (data) => near.send(answer(/** @type {Buffer} */ (data).toString(), asked)))
  far.once('error', () => near.close())
  far.once('close', () => near.close())
  near.once('close', () => firefox.kill('SIGKILL'))
}

/** @param {string} text @param {Set<number>} asked the ids of commands that may be unknown */
function answer(text, asked) {
  if (!text.includes('"unknown command"')) return text
  const { id } = JSON.parse(text)
  return asked.has(id) ? JSON.stringify({ type: 'success', id, result: {} }) : text
}
