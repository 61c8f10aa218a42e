import { expect } from '@playwright/test'
import * as v from 'valibot'
import type { Screen } from './smoke.ts'
import { patience, type Send } from './webdriver.ts'

/** The name of an element's reference in WebDriver's protocol. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const elementSchema = v.object({ [elementKey]: v.string() }, 'no such element is on the screen')

/** A name as the screen reader says it: the whole of it, or what matches. */
type Name = string | RegExp

/**
 * The actions and views of a person in WebKit. Controls are found by their names; each step waits until it is
 * possible.
 */
export interface WebKitScreen extends Screen {
  go(path: string): Promise<void>
  fill(label: Name, text: string): Promise<void>
  back(): Promise<void>
  /** Presses the button, link, choice or tab of this name, in the card or dialog that contains the text if one is given. */
  press(name: Name, within?: string): Promise<void>
  /** Types into the field with this label, behind what it holds. */
  add(label: Name, text: string): Promise<void>
  /** Presses a key, which goes to what has the focus. */
  key(key: string): Promise<void>
  /** Waits until the field with this label holds the text. */
  holds(label: string, text: string): Promise<void>
  /** Gives a file to the page's only field for one. */
  chooseFile(path: string): Promise<void>
  sees(text: Name): Promise<void>
  misses(text: Name): Promise<void>
}

export function screenOf(send: Send, url: string): WebKitScreen {
  const soon = expect.configure({ timeout: patience })
  /** Tries until it works: what is pressed may still move, or come later. */
  const eventually = async (work: () => Promise<unknown>) =>
    expect(work).toPass({ timeout: patience, intervals: [100] })
  const run = async (script: string, args: readonly unknown[] = []) =>
    send('POST', '/execute/sync', { script, args })
  const element = async (script: string, name: Name, within = '') => {
    const args = [patternOf(name), within]
    const found = await send('POST', '/execute/async', { script, args })
    return `/element/${v.parse(elementSchema, found)[elementKey]}`
  }
  const text = async () => v.parse(v.string(), await run('return document.body.innerText'))
  const add = async (label: Name, typed: string) =>
    eventually(async () =>
      send('POST', `${await element(findField, label)}/value`, { text: typed }),
    )
  return {
    open: async () => void (await send('POST', '/url', { url })),
    go: async (path) => void (await send('POST', '/url', { url: new URL(path, url).href })),
    reload: async () => void (await send('POST', '/refresh')),
    back: async () => void (await send('POST', '/back')),
    press: async (name, within) =>
      eventually(async () => send('POST', `${await element(findControl, name, within)}/click`)),
    // Again where another field had this label a moment before, as in a form that was closing.
    fill: async (label, typed) =>
      eventually(async () => {
        const field = await element(findField, label)
        await send('POST', `${field}/clear`)
        await send('POST', `${field}/value`, { text: typed })
        expect(await send('GET', `${await element(findField, label)}/property/value`)).toBe(typed)
      }),
    add,
    async key(key) {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }))
      await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    holds: async (label, expected) =>
      eventually(async () => {
        const value = await send('GET', `${await element(findField, label)}/property/value`)
        expect(value).toBe(expected)
      }),
    async chooseFile(path) {
      const found = await run('return document.querySelector("input[type=file]")')
      const field = v.parse(elementSchema, found)[elementKey]
      await send('POST', `/element/${field}/value`, { text: path })
    },
    text,
    sees: async (expected) => soon.poll(text).toMatch(regularOf(expected)),
    misses: async (expected) => soon.poll(text).not.toMatch(regularOf(expected)),
    async evaluate<Result, Args extends readonly unknown[]>(
      work: (...args: Args) => Result | Promise<Result>,
      ...args: Args
    ) {
      const script = `
        const given = [...arguments]
        const done = given.pop()
        Promise.resolve((${String(work)})(...given)).then(
          (result) => done({ result }), (error) => done({ error: String(error) }))`
      const ask = async () => send('POST', '/execute/async', { script, args })
      // The driver has lost an answer before. No work given here minds being done twice.
      const answer = await ask().catch((error: unknown) => {
        if (String(error).endsWith('Could not parse script result')) return ask()
        throw error
      })
      const { result, error } = answer as { result: Result; error?: string }
      if (error !== undefined) throw new Error(error)
      return result
    },
  }
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const regularOf = (name: Name) => (typeof name === 'string' ? new RegExp(escaped(name)) : name)

const patternOf = (name: Name) => (typeof name === 'string' ? `^${escaped(name)}$` : name.source)

/** The start of each script: the last visible element of these with a name, a dialog's before one behind it. */
const find = `
  const [pattern, within, done] = arguments
  const textOf = (element) => {
    const copy = element.cloneNode(true)
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return copy.textContent.trim()
  }
  const nameOf = (element) =>
    element.ariaLabel ??
    (element.hasAttribute('aria-labelledby')
      ? element.getAttribute('aria-labelledby').split(' ').map((id) => textOf(document.getElementById(id))).join(' ')
      : element.labels?.length ? textOf(element.labels[0]) : textOf(element))
  const around = '[role=dialog], [role=alertdialog], article'
  const isInside = (element) =>
    within === '' || element.closest(around)?.textContent.includes(within)
  const find = (selector) => [...document.querySelectorAll(selector)].findLast((element) =>
    element.checkVisibility() && isInside(element) &&
    new RegExp(pattern, 'u').test(nameOf(element).replace(/\\s+/g, ' ')))
`

/** Once it holds still and nothing covers it: the driver presses where it was a moment before. */
const findControl = `${find}
  const control = find('button, a[href], [role=option], [role=combobox], [role=tab], input[type=radio]')
  control?.scrollIntoView({ block: 'center' })
  const place = () => JSON.stringify(control?.getBoundingClientRect())
  const before = place()
  const isOnTop = () => {
    const { x, y, width, height } = control.getBoundingClientRect()
    return control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  requestAnimationFrame(() => requestAnimationFrame(() =>
    done(control !== undefined && place() === before && isOnTop() ? control : null)))`

const findField = `${find}
  done(find('input:not([type=radio], [type=file]), textarea') ?? null)`
