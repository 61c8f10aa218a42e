import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const styles = read('first-paint.css')
/** Without the indentation of what is not printed. */
const tokens = read('../ui/tokens.css').replaceAll(/^ +/gm, '')

/** The colours of one rule, by name. */
function coloursOf(css: string, rule: string): ReadonlyMap<string, string> {
  const [, body = ''] = css.split(`${rule} {`)
  const own = body.slice(0, body.indexOf('}'))
  const found = [...own.matchAll(/(--color-[\w-]+): (#\w+);/g)]
  return new Map(found.map(([, name = '', value = '']) => [name, value]))
}

describe('the page before its files', () => {
  it.each([
    [':root', '@theme static'],
    ['.dark', '\n.dark'],
  ])('has the colours of the app in %s', (rule, theme) => {
    const own = coloursOf(styles, rule)
    const all = coloursOf(tokens, theme)
    expect(own.size).toBe(3)
    for (const [name, value] of own) expect([name, all.get(name)]).toEqual([name, value])
  })

  it.each([
    ['style-src', ['first-paint.css']],
    ['script-src', ['first-paint.js', 'too-old.js', 'app-files.js', 'app-styles.js']],
  ])('is allowed by the %s of a static host', (directive, files) => {
    const headers = read('../../../deploy/hosted/_headers')
    const hashes = files.map(
      (file) => `'sha256-${createHash('sha256').update(read(file)).digest('base64')}'`,
    )
    expect(headers).toContain(`${directive} 'self' ${hashes.join(' ')};`)
  })
})
