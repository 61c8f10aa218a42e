import type { Page } from '@playwright/test'
import {
  desktop,
  expect,
  firstPartner,
  phone,
  test,
  type DeviceOptions,
  type TestApp,
} from '../support/e2e.ts'
import { atRest, violations } from '../e2e/axe.ts'
import { layoutFaults } from '../e2e/layout-faults.ts'
import { writeSampleJournal } from './sample-journal.ts'

/** The place of the pictures: a folder for each form, and in it `<journey>-<number>-<state>.png`. */
const folder = 'gallery'

const forms = [
  { layout: 'phone', theme: 'light', viewport: phone },
  { layout: 'phone', theme: 'dark', viewport: phone },
  { layout: 'desktop', theme: 'light', viewport: desktop },
  { layout: 'desktop', theme: 'dark', viewport: desktop },
] as const

type Form = (typeof forms)[number]

/** An ordinary Friday, on which there are memories. */
export const ordinaryDay = new Date('2026-06-12T17:30:00+02:00')

/** This number of hours before it. */
export const hoursBefore = (hours: number) => new Date(ordinaryDay.getTime() - hours * 3_600_000)

export interface Journey {
  readonly app: TestApp
  readonly form: Form
  /** The options of each device of this journey. */
  readonly options: DeviceOptions & { readonly at: Date }
  /** The main screen, with the first partner signed in. */
  readonly open: (options?: DeviceOptions) => Promise<Page>
  /** The same with a fortnight of entries. */
  readonly openSample: (options?: DeviceOptions) => Promise<Page>
  /** Takes the picture of a state, in which axe finds nothing and nothing is cut off. */
  readonly take: (page: Page, state: string, how?: Taking) => Promise<void>
}

interface Taking {
  /** Something moves, or no script runs: the picture alone. */
  readonly isUnchecked?: boolean
}

/**
 * Leads through states of the app and takes a picture of each, once for every form.
 *
 * @param declare a `test` with another server than the ordinary one
 */
export function journey(
  name: string,
  run: (journey: Journey) => Promise<void>,
  declare: typeof test = test,
): void {
  for (const form of forms)
    declare(`${name} (${form.layout}, ${form.theme})`, async ({ app }) => {
      let number = 0
      const { viewport, theme } = form
      const options = {
        viewport,
        theme,
        at: ordinaryDay,
        reducedMotion: 'reduce',
        hidesScrollBars: form.layout === 'phone',
      } as const
      const open = async (more?: DeviceOptions) =>
        app.signedIn(firstPartner, { ...options, ...more })
      await run({
        app,
        form,
        options,
        open,
        async openSample(more) {
          await writeSampleJournal(app.server, (more?.at ?? options.at).getTime())
          const page = await open(more)
          await expect(page.getByRole('article').first()).toBeVisible()
          await expect(page.locator('blockquote').first()).toBeVisible()
          return page
        },
        async take(page, state, how) {
          number += 1
          await page.evaluate(() => document.fonts.ready)
          if (how?.isUnchecked !== true) await check(page, form, `${name}: ${state}`)
          const place = [name, String(number).padStart(2, '0'), state].join('-')
          const file = `${place.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.png`
          await page.screenshot({ path: `${folder}/${form.layout}-${form.theme}/${file}` })
        },
      })
    })
}

/** axe looks at each state in both themes, once in each layout. */
const checkedByAxe = new Set(['phone light', 'desktop dark'])

async function check(page: Page, { layout, theme }: Form, state: string): Promise<void> {
  // A layer that is closing is no part of this state, and one that opens is measured and drawn at its end.
  await atRest(page)
  await expect(page.locator('[data-starting-style], [data-ending-style]')).toHaveCount(0)
  const layers = '[role=dialog], [role=alertdialog], [role=listbox]'
  const within = (await page.locator(layers).count()) > 0 ? layers : undefined
  if (checkedByAxe.has(`${layout} ${theme}`))
    expect.soft(await violations(page, within), state).toEqual([])
  expect.soft(await layoutFaults(page), state).toEqual([])
}

/** Holds the confetti still in the middle of its fall. */
export async function stopConfetti(page: Page): Promise<void> {
  await page.locator('.confetti').evaluate(async (confetti) => {
    const falling = confetti.getAnimations({ subtree: true })
    for (const one of falling) one.currentTime = 2400
    await Promise.all(falling.map((one) => one.ready))
    for (const one of falling) one.pause()
  })
}
