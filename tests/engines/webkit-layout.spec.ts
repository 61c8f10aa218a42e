import { desktop, firstPartner, newDevice, openSignedIn, phone } from '../support/e2e.ts'
import { screenOf } from './page-screen.ts'
import type { Screen } from './smoke.ts'
import { expect, test } from './webkit-test.ts'

/** Pixels by which a part may be wider or higher than in Chromium. */
const tolerance = 8

for (const [layout, viewport] of Object.entries({ phone, desktop }))
  test(`in WebKit the screen is laid out as in Chromium, in light and dark (${layout})`, async ({
    engine,
    browser,
  }) => {
    const { rest, id } = await engine.server.client('Jonas')
    const contents = ['Kurz', `Ein längerer Satz ${'über den Abend am See '.repeat(9)}endet.`]
    await rest
      .from('entries')
      .insert(contents.map((content) => ({ user_id: id, category: 'gedanken', content })))
    // WebKitGTK has a mouse here: a phone's form also takes a photo.
    const device = await newDevice(browser, engine.server.url, { viewport, hasTouch: false })
    const page = await openSignedIn(device, engine.server, firstPartner)
    const webkit = await engine.signedIn({ viewport })
    for (const theme of ['light', 'dark'] as const) {
      const expected = await look(screenOf(page), theme)
      const seen = await look(webkit, theme)
      expect(seen.colours).toEqual(expected.colours)
      const parts = ['header', 'bar', 'card 1', 'card 2', 'dialog']
      expect(Object.keys(seen.sizes)).toEqual(expect.arrayContaining(parts))
      for (const [part, size] of Object.entries(seen.sizes))
        for (const [side, pixels] of Object.entries(size)) {
          const inChromium = expected.sizes[part]?.[side as keyof typeof size]
          const difference = Math.abs(pixels - (inChromium ?? Infinity))
          expect(
            difference,
            `${side} of ${part}: ${pixels}, in Chromium ${inChromium}`,
          ).toBeLessThanOrEqual(tolerance)
        }
    }
    await device.close()
  })

/** Opens the app in a theme, and in it the form for an entry; nothing may leave the window. */
async function look(screen: Screen, theme: 'light' | 'dark') {
  await screen.evaluate(
    theme === 'dark'
      ? () => localStorage.setItem('theme', 'dark')
      : () => localStorage.setItem('theme', 'light'),
  )
  await screen.reload()
  await expect.poll(async () => screen.text()).toContain('Kurz')
  const page = await held(screen)
  await screen.press('Neuer Eintrag')
  await expect
    .poll(async () => screen.evaluate(() => document.querySelectorAll('[role=dialog]').length))
    .toBe(1)
  const { sizes } = await held(screen)
  return { colours: page.colours, sizes: { ...page.sizes, ...sizes } }
}

/** The measures once nothing moves any more. */
async function held(screen: Screen) {
  let last = await screen.evaluate(measure)
  await expect(async () => {
    const before = last
    last = await screen.evaluate(measure)
    expect(last).toEqual(before)
    expect(last.outside).toEqual([])
  }).toPass({ intervals: [300], timeout: 30_000 })
  return last
}

/** Runs in the page. */
function measure() {
  const { clientWidth, scrollWidth } = document.documentElement
  const isOutside = ({ left, right, width, height }: DOMRect) =>
    width > 1 && height > 1 && (left < -1 || right > clientWidth + 1)
  const isCut = ({ parentElement }: Element): boolean =>
    parentElement !== null &&
    parentElement !== document.documentElement &&
    (getComputedStyle(parentElement).overflowX !== 'visible' || isCut(parentElement))
  const dialog = document.querySelector<HTMLElement>('[role=dialog]')
  const parts: readonly (readonly [string, HTMLElement | null | undefined])[] =
    dialog === null
      ? [
          ['header', document.querySelector('header')],
          ['bar', [...document.querySelectorAll('nav')].find((one) => one.checkVisibility())],
          ...[...document.querySelectorAll<HTMLElement>('[data-entry]')].map(
            (card, index) => [`card ${index + 1}`, card] as const,
          ),
        ]
      : [['dialog', dialog]]
  const sizes: Record<string, { width: number; height: number }> = {}
  for (const [name, element] of parts) {
    if (element === null || element === undefined) continue
    // As laid out: a dialog that opens is drawn smaller for a moment.
    const { offsetWidth: width, offsetHeight: height } = element
    // Chromium keeps the place of a scroll bar, WebKitGTK lays it over the page.
    sizes[name] = { width: width === document.body.offsetWidth ? innerWidth : width, height }
  }
  return {
    sizes,
    colours: ['body', 'header', '[data-entry]'].map((selector) => {
      const element = document.querySelector(selector)
      return element === null ? '' : getComputedStyle(element).backgroundColor
    }),
    outside: [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...[...document.querySelectorAll('body *')]
        .filter((element) => isOutside(element.getBoundingClientRect()) && !isCut(element))
        .map((element) => element.outerHTML.slice(0, 200)),
      ...(dialog !== null && dialog.getBoundingClientRect().bottom > innerHeight + 1
        ? ['the dialog ends below the window']
        : []),
    ],
  }
}
