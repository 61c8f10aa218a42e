import { expect, firstPartner, test } from '../support/e2e.ts'
import { bell, lines, list } from './bell-steps.ts'
import { seed } from './main-screen-steps.ts'

/** From `holdCount` on the bell's count is read for as long as `releaseCount` is not called: as on a busy device. */
function makeCountSlow(): void {
  let isHeld = false
  Object.assign(window, {
    holdCount: () => void (isHeld = true),
    releaseCount: () => void (isHeld = false),
  })
  // oxlint-disable-next-line unbound-method -- called with an index below
  const read = IDBIndex.prototype.getAllKeys
  IDBIndex.prototype.getAllKeys = function getAllKeys(...range: Parameters<typeof read>) {
    const { name, objectStore } = this
    const request = read.apply(this, range)
    if (!isHeld || name !== '[userId+visibleSince]') return request
    let answer: IDBRequest['onsuccess'] = null
    Object.defineProperty(request, 'onsuccess', {
      set(asked: typeof answer) {
        answer = asked
      },
    })
    // A transaction stays open while something is read in it.
    const waitFor = (event: Event) => {
      if (isHeld) objectStore.count().addEventListener('success', () => waitFor(event))
      else answer?.call(request, event)
    }
    request.addEventListener('success', waitFor)
    return request
  }
}

test('what the list showed is seen, though it was closed before the count came', async ({
  app,
}) => {
  await seed(app, 'Željka', { content: 'Zuerst' })
  const page = await app.signedIn(firstPartner, { init: makeCountSlow })
  await bell(page, 1).click()
  await expect(bell(page, 0)).toBeVisible()
  await page.evaluate('holdCount()')
  await seed(app, 'Željka', { content: 'Noch etwas' })
  await expect(lines(page)).toContainText(['Noch etwas', 'Zuerst'])
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(bell(page, 0)).toBeVisible()
  await page.evaluate('releaseCount()')
  const unseen = async () => app.server.sql()`
    select content from entries
    where visible_since > (select seen_until from last_looks join profiles using (id) where name = 'Jonas')`
  await expect.poll(unseen).toEqual([])
  await expect(bell(page, 0)).toBeVisible()
})
