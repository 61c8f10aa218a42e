import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { bytesOf, restRequestsOf } from '../support/rest-requests.ts'
import { arrived, cardOf, toggleOf, write } from './entry-steps.ts'

/** A hosted project does not promise whole rows, so a pull follows each event. */
const details = { tag: '@own-server' }

test(
  'a tick costs its writer one small request, and the partner none',
  details,
  async ({ app }) => {
    const at = ordinaryPresent()
    const page = await app.signedIn(firstPartner, { at })
    const partner = await app.signedIn(secondPartner, { at })
    const written = await write(page, 'Was zählt')
    await arrived(written)
    const seen = cardOf(partner, 'Was zählt')
    await expect(seen).toBeVisible()

    const mine = restRequestsOf(page)
    const theirs = restRequestsOf(partner)
    // Joining is followed by pulls, and so is a hiccup of a busy server: then it is tried again.
    await expect(async () => {
      mine.length = 0
      theirs.length = 0
      const state =
        (await toggleOf(seen).getAttribute('aria-pressed')) === 'true' ? 'false' : 'true'
      await toggleOf(written).click()
      await expect(toggleOf(seen)).toHaveAttribute('aria-pressed', state)
      await arrived(written)
      for (const one of [page, partner]) {
        // Longer than a pull ever waited after an event; this request comes behind what that time led to.
        await one.clock.fastForward(1200)
        await one.evaluate(async () => fetch('/healthz'))
      }
      expect(mine.map((request) => request.method())).toEqual(['PATCH'])
      expect(theirs).toEqual([])
    }).toPass()
    for (const request of mine) expect(await bytesOf(request)).toBeLessThan(4000)
  },
)
