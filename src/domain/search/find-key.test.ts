import { expect, it } from 'vitest'
import { isFindKey } from './find-key.ts'

const none = { key: 'f', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const [ctrl, command] = [
  { ...none, ctrlKey: true },
  { ...none, metaKey: true },
]
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36'
const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const pad = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15'

it.each([windows, linux])('Strg+F searches, the Windows key does not: %s', (agent) => {
  expect(isFindKey(ctrl, agent)).toBe(true)
  expect(isFindKey({ ...ctrl, key: 'F' }, agent)).toBe(true)
  expect(isFindKey(command, agent)).toBe(false)
})

it.each([mac, pad])('⌘F searches, and Ctrl+F moves the caret: %s', (agent) => {
  expect(isFindKey(command, agent)).toBe(true)
  expect(isFindKey(ctrl, agent)).toBe(false)
})

it.each([windows, mac])('more keys, or others, are no search: %s', (agent) => {
  const held = agent === mac ? command : ctrl
  for (const key of [
    none,
    { ...held, key: 'g' },
    { ...held, altKey: true },
    { ...held, shiftKey: true },
    { ...held, ctrlKey: true, metaKey: true },
  ])
    expect(isFindKey(key, agent)).toBe(false)
})
