import type { Page } from '@playwright/test'
import {
  expect,
  firstPartner,
  newDevice,
  secondPartner,
  signIn,
  test,
  type TestApp,
} from '../support/e2e.ts'
import { openGate } from '../support/gate.ts'
import { appOf } from '../support/older-version.ts'
import { arrived, cardOf, layoutsFrom, write } from './entry-steps.ts'

/** The server is put back to a state without a row. */
async function restoreNothing(app: TestApp): Promise<void> {
  await app.server.sql()`truncate entries, removals cascade`
  await app.server.sql()`update journal set epoch = gen_random_uuid()`
}

const noticeOf = (page: Page) => page.getByRole('region', { name: 'Nur noch hier' })

for (const { layout, viewport } of layoutsFrom('phone'))
  test(`on the ${layout} what only this device has after a restore is named, looked at, added again or discarded`, async ({
    app,
  }) => {
    const page = await app.signedIn(firstPartner, { viewport })
    await test.step('all of it is added again with one press, after its whole text was read', async () => {
      const lines = Array.from({ length: 9 }, (_, index) => `Zeile ${index + 1}`)
      await arrived(await write(page, ['Am See', ...lines].join('\n')))
      const before = await app.server.sql()`select id, content, created_at from public.entries`
      await restoreNothing(app)
      await noticeOf(page).getByRole('button', { name: 'Ansehen' }).click()
      const text = page.getByRole('dialog', { name: 'Nur noch hier' }).getByText('Am See')
      await expect(text).toContainText('Zeile 9')
      const isCut = await text.evaluate((shown) => shown.scrollHeight > shown.clientHeight + 1)
      expect(isCut).toBe(false)
      await page.keyboard.press('Escape')
      await noticeOf(page).getByRole('button', { name: 'Wieder hinzufügen' }).click()
      await arrived(cardOf(page, 'Am See'))
      await expect(noticeOf(page)).toBeHidden()
      expect(await app.server.sql()`select id, content, created_at from public.entries`).toEqual(
        before,
      )
      await app.server.sql()`delete from entries`
      await expect(cardOf(page, 'Am See')).toHaveCount(0)
    })

    for (const text of ['Am See', 'Im Wald', 'Auf dem Berg']) await arrived(await write(page, text))
    await restoreNothing(app)
    const notice = noticeOf(page)
    await expect(notice).toContainText(
      'Euer Tagebuch wurde auf einen früheren Stand gebracht. 3 Einträge von dir sind nur noch hier.',
    )
    await expect(cardOf(page, 'Am See')).toHaveCount(0)

    await page.reload()
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      'Was von dir nur noch auf diesem Gerät ist, geht beim Abmelden verloren.',
    )
    await page.keyboard.press('Escape')

    await notice.getByRole('button', { name: 'Ansehen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Nur noch hier' })
    await dialog.getByRole('checkbox', { name: /Im Wald/ }).uncheck()
    await dialog.getByRole('checkbox', { name: /Auf dem Berg/ }).uncheck()
    await dialog.getByRole('button', { name: 'Wieder hinzufügen' }).click()
    await expect(dialog).toBeHidden()
    await arrived(cardOf(page, 'Am See'))
    await expect(notice).toContainText('2 Einträge von dir sind nur noch hier.')

    await notice.getByRole('button', { name: 'Ansehen' }).click()
    await dialog.getByRole('checkbox', { name: /Auf dem Berg/ }).uncheck()
    await dialog.getByRole('button', { name: 'Wieder hinzufügen' }).click()
    await arrived(cardOf(page, 'Im Wald'))
    await expect(notice).toContainText('1 Eintrag von dir ist nur noch hier.')

    await page.getByRole('button', { name: /^Neu für dich|Neuigkeiten/ }).click()
    await page.getByRole('button', { name: 'Auf diesem Gerät' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Auf diesem Gerät' })).toContainText(
      'Nur noch hier, nicht auf dem Server: 1 Eintrag.',
    )
    await page.keyboard.press('Escape')

    await notice.getByRole('button', { name: 'Verwerfen' }).click()
    const question = page.getByRole('alertdialog', { name: 'Auf diesem Gerät verwerfen?' })
    await expect(question).toContainText('1 Eintrag von dir wird auf diesem Gerät gelöscht.')
    await question.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Verwerfen' }).click()
    await question.getByRole('button', { name: 'Verwerfen' }).click()
    await expect(notice).toBeHidden()
    await page.reload()
    await expect(cardOf(page, 'Im Wald')).toBeVisible()
    await expect(notice).toBeHidden()
    const rows = await app.server.sql()`select from public.entries`
    expect(rows).toHaveLength(2)
  })

test('an open app of 0.2.0 lets go what the server lost, as it always did, and the new version goes on from there', async ({
  app,
  browser,
}) => {
  const gate = await openGate(app.server.url, appOf('0.2.0'))
  const device = await newDevice(browser, gate.url)
  await signIn(device, app.server, firstPartner)
  const page = await device.newPage()
  await page.goto('/')
  const partners = await app.signedIn(secondPartner)
  await arrived(await write(page, 'Am See'))
  await arrived(await write(partners, 'Im Wald'))
  await expect(cardOf(page, 'Im Wald')).toBeVisible()
  await restoreNothing(app)
  await expect(cardOf(page, 'Am See')).toHaveCount(0)
  // The partner's device has this version, and keeps what is hers alone.
  await expect(noticeOf(partners)).toContainText('1 Eintrag von dir ist nur noch hier.')
  await arrived(await write(page, 'Danach'))
  gate.update()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  await expect(cardOf(page, 'Danach')).toBeVisible()
  await expect(noticeOf(page)).toHaveCount(0)
  await noticeOf(partners).getByRole('button', { name: 'Wieder hinzufügen' }).click()
  await expect(cardOf(page, 'Im Wald')).toBeVisible()
  await device.close()
  await gate.stop()
})
