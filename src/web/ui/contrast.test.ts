import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
/** Without the indentation of what is not printed. */
const source = tokens.replaceAll(/^ +/gm, '')
const themeScript = readFileSync(new URL('../app/first-paint.js', import.meta.url), 'utf8')
const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')

/** The six-digit colours of the block with this selector. */
function colorsOf(selector: string): Map<string, string> {
  const start = source.indexOf(`\n${selector} {`)
  if (start < 0) throw new Error(`tokens.css has no block ${selector}`)
  const block = source.slice(start, source.indexOf('\n}', start))
  const found = [...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)]
  return new Map(found.map(([, name = '', color = '']) => [name, color]))
}

const light = colorsOf('@theme static')
const dark = new Map([...light, ...colorsOf('.dark')])
const skin = (kind: string) => colorsOf(`[data-special='${kind}']`)
const darkSkin = (kind: string) => colorsOf(`.dark[data-special='${kind}']`)

/** The colours that the cascade makes of theme and skin: the dark skin's selector is the most specific. */
const palettes: Record<string, Map<string, string>> = {
  light,
  dark,
  'light anniversary': new Map([...light, ...skin('anniversary')]),
  'dark anniversary': new Map([...dark, ...skin('anniversary'), ...darkSkin('anniversary')]),
  'light birthday': new Map([...light, ...skin('birthday')]),
  'dark birthday': new Map([...dark, ...skin('birthday'), ...darkSkin('birthday')]),
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2's contrast ratio of two colours, 1 to 21. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = ['paper', 'paper-deep', 'card', 'raised']
const categories = ['erzaehlen', 'ideen', 'gedanken', 'uebersetzungen']
const pairs = (inks: string[], on: string[]) => inks.flatMap((ink) => on.map((one) => [ink, one]))

/** Text and its ground: 4.5 to 1 (success criterion 1.4.3). */
const textPairs = [
  ...pairs(['ink', 'ink-soft', 'accent-ink'], grounds),
  ...pairs(['success', 'warning', 'danger', ...categories], ['paper', 'card', 'raised']),
  ...[...categories, 'success', 'warning', 'danger'].map((name) => [name, `${name}-soft`]),
  ...categories.map((name) => ['card', name]),
  ['ink', 'highlight'],
  ['accent', 'paper'],
  ['accent', 'card'],
  ['ink', 'accent-soft'],
  ['accent-ink', 'accent-soft'],
  ['ink-soft', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['paper', 'ink'],
]
/** Edges and marks that must be seen to be used: 3 to 1 (success criterion 1.4.11). */
const edgePairs = pairs(['field-line', 'focus', 'accent'], grounds)

describe.each(Object.entries(palettes))('the %s palette', (_name, palette) => {
  const color = (token: string): string => {
    const value = palette.get(token)
    if (value === undefined) throw new Error(`no colour ${token}`)
    return value
  }

  it.each(textPairs)('writes %s on %s with at least 4.5 to 1', (ink = '', ground = '') => {
    expect(contrast(color(ink), color(ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(edgePairs)('draws %s on %s with at least 3 to 1', (edge = '', ground = '') => {
    expect(contrast(color(edge), color(ground))).toBeGreaterThanOrEqual(3)
  })
})

/** The black of the dark scrim, from 0 to 1. */
const darkScrim =
  Number.parseInt(/^ {4}--color-scrim: #000000([0-9a-f]{2});/m.exec(tokens)?.[1] ?? '', 16) / 255

/** A colour under the dark scrim. */
function dimmed(color: string): string {
  const channels = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(color.slice(at, at + 2), 16) * (1 - darkScrim)),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

describe.each(['dark', 'dark anniversary', 'dark birthday'])('the %s palette', (name) => {
  const color = (token: string) => palettes[name]?.get(token) ?? ''

  it.each(grounds)(
    'shows the edge of a drawer above a dimmed %s with at least 3 to 1',
    (ground) => {
      expect(contrast(color('field-line'), dimmed(color(ground)))).toBeGreaterThanOrEqual(3)
    },
  )
})

describe('the contrast formula', () => {
  it('gives 21 for black on white and 1 for the same colour', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrast('#777777', '#777777')).toBe(1)
  })
})

describe('the colour of the browser’s bars', () => {
  it('is the paper of each theme before the first paint', () => {
    expect(themeScript).toContain(`dark ? '${dark.get('paper')}' : '${light.get('paper')}'`)
    expect(page).toContain(`name="theme-color" content="${light.get('paper')}"`)
  })
})
