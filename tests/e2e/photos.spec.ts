import { expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import type { TestSql } from '../support/sql.ts'
import { violations } from './axe.ts'
import { exifSegment, plantedSegments, withSegments } from '../support/photo-files.ts'
import { asOverPlainHttp, crash, draftStored, openAsLeft, storedIn } from './draft-steps.ts'
import { arrived, cardOf, openEdit, openForm, textField, toasts } from './entry-steps.ts'
import {
  choosePhotos,
  countCanvases,
  descriptions,
  dragPhoto,
  handIn,
  holdPreparing,
  openChooser,
  photoRow,
  photosShown,
  pictureFile,
  pictureShown,
} from './photo-steps.ts'

/** The descriptions of all photos that the server has, in their order. */
async function storedPhotos(sql: TestSql): Promise<string[]> {
  const rows = await sql`select description from public.photos order by position`
  return rows.map(({ description }) => String(description))
}

test('photos are chosen, ordered by keys and by hand, described, removed, sent and edited', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const [plain, green, blue] = await Promise.all([
    pictureFile(page, { name: 'rot.jpg', colour: 'firebrick' }),
    pictureFile(page, { name: 'grün.jpg', colour: 'seagreen', width: 600, height: 900 }),
    pictureFile(page, { name: 'blau.jpg', colour: 'navy' }),
  ])
  const red = {
    ...plain,
    buffer: withSegments(plain.buffer, exifSegment(1), ...plantedSegments()),
  }

  await test.step('they are in the form at once, and stay over a reload', async () => {
    const form = await openForm(page)
    const canvases = await countCanvases(page)
    await choosePhotos(form, [red])
    const camera = await openChooser(form, 'Foto aufnehmen')
    expect(await camera.element().getAttribute('capture')).toBe('environment')
    await camera.setFiles([green])
    await photosShown(form, 2)
    expect(await canvases(), 'canvases in the page: all are beside it').toBe(0)
    await photoRow(form, 2).getByLabel('Beschreibung (optional)').fill('Im Wald')
    await draftStored(page, 'Im Wald')
    expect(await violations(page)).toEqual([])
    await page.reload()
  })

  const form = await openAsLeft(page)
  await test.step('the order is changed by keys, with the focus where it was', async () => {
    await expect(form).toContainText('Deine Fotos von vorhin sind noch da.')
    await photosShown(form, 2)
    expect(await descriptions(form)).toEqual(['', 'Im Wald'])
    await photoRow(form, 2).getByRole('button', { name: 'nach vorn' }).press('Enter')
    expect(await descriptions(form)).toEqual(['Im Wald', ''])
    await expect(form.getByRole('button', { name: 'Foto 1 nach vorn' })).toBeFocused()
    await expect(form).toContainText('Das Foto ist jetzt 1 von 2.')
  })

  await test.step('the order is changed by hand', async () => {
    await dragPhoto(form, { from: 1, to: 2, by: 'finger' })
    await expect(form).toContainText('Das Foto ist jetzt 2 von 2.')
    expect(await descriptions(form)).toEqual(['', 'Im Wald'])
    await dragPhoto(form, { from: 2, to: 1, by: 'mouse' })
    await expect(form).toContainText('Das Foto ist jetzt 1 von 2.')
    expect(await descriptions(form)).toEqual(['Im Wald', ''])
  })

  await test.step('one is pasted and one is dropped; a fifth is refused, one is removed', async () => {
    await handIn(textField(form), blue, 'paste')
    await photosShown(form, 3)
    await handIn(page.locator('body'), { ...blue, name: 'noch eins.jpg' }, 'drop')
    await photosShown(form, 4)
    await handIn(textField(form), red, 'paste')
    await expect(form.getByRole('alert')).toHaveText(
      'Ein Eintrag hat höchstens 4 Fotos. Die ersten 4 bleiben.',
    )
    await form.getByRole('button', { name: 'Foto 4 entfernen' }).press('Enter')
    await expect(form.getByRole('button', { name: 'Foto 3 entfernen' })).toBeFocused()
    await form.getByRole('button', { name: 'Foto 3 entfernen' }).press('Enter')
    await photosShown(form, 2)
    await expect(form.getByRole('alert')).toBeHidden()
  })

  await test.step('the text is required, and a description has its limit; the photos are sent behind the text, in their order', async () => {
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(toasts(page)).toContainText('Bitte gib einen Text ein')
    await textField(form).fill('Ausflug')
    const description = photoRow(form, 1).getByLabel('Beschreibung (optional)')
    await description.fill('a'.repeat(201))
    await expect(photoRow(form, 1).getByTestId('counter')).toHaveText('201/200')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(photoRow(form, 1)).toContainText('Maximal 200 Zeichen erlaubt')
    await expect(description).toBeFocused()
    await description.fill('  Im \u00A0Wald')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(form).toBeHidden()
    await arrived(cardOf(page, 'Ausflug'))
    await expect.poll(() => storedPhotos(app.server.sql())).toEqual(['Im Wald', ''])
  })

  await test.step('nothing of place and camera is on the server', async () => {
    const files = await app.server.sql()<{ bytes: Buffer }[]>`select bytes from public.photo_files`
    expect(files).toHaveLength(4)
    for (const { bytes } of files)
      expect(bytes.toString('latin1')).not.toMatch(/PLANTED|Exif|EXIF|XMP|Photoshop|adobe/)
  })

  await test.step('an edit of photos alone is saved with the form, over what is changed meanwhile', async () => {
    const edit = await openEdit(page, cardOf(page, 'Ausflug'))
    await photosShown(edit, 2)
    await choosePhotos(edit, [blue])
    await photosShown(edit, 3)
    await app.server.sql()`update public.photos set description = 'Am Bach' where description = ''`
    await expect.poll(() => descriptions(edit)).toEqual(['Im Wald', 'Am Bach', ''])
    await edit.getByRole('button', { name: 'Foto 1 entfernen' }).press('Enter')
    await photoRow(edit, 2).getByLabel('Beschreibung (optional)').fill('Am Steg')
    await edit.getByRole('button', { name: 'Foto 2 nach vorn' }).press('Enter')
    await edit.getByRole('button', { name: 'Speichern' }).click()
    await expect(edit).toBeHidden()
    await expect.poll(() => storedPhotos(app.server.sql())).toEqual(['Am Steg', 'Am Bach'])
  })

  await test.step('a translation has no photos: they wait in a draft of their own', async () => {
    await openForm(page)
    await choosePhotos(form, [await pictureFile(page, { name: 'see.jpg', colour: 'teal' })])
    await photosShown(form, 1)
    await form.getByRole('radio', { name: 'Übersetzungen' }).check()
    await expect(form).toContainText('Eine Übersetzung hat keine Fotos. Dein Foto bleibt erhalten.')
    await form.getByRole('textbox', { name: 'Deutsch' }).fill('See')
    await form.getByRole('textbox', { name: 'Kroatisch' }).fill('jezero')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(form).toBeHidden()
    await openForm(page)
    await photosShown(form, 1)
  })
})

test('a press waits for photos that are being prepared, and they stay where the form is closed or the page dies meanwhile', async ({
  app,
}) => {
  const [page, hers] = await Promise.all([
    app.signedIn(firstPartner, { viewport: phone, init: asOverPlainHttp }),
    app.signedIn(secondPartner),
  ])
  const file = await pictureFile(page, { name: 'see.jpg', colour: 'teal' })

  await test.step('a press', async () => {
    const release = await holdPreparing(page)
    const form = await openForm(page)
    await textField(form).fill('Am See')
    await choosePhotos(form, [file])
    await expect(photoRow(form, 1)).toContainText('wird vorbereitet')
    const button = form.getByRole('button', { name: 'Eintragen' })
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(form).toContainText('Deine Fotos werden noch vorbereitet.')
    await release()
    await expect(form).toBeHidden()
    await expect.poll(() => storedPhotos(app.server.sql())).toEqual([''])
    await pictureShown(cardOf(hers, 'Am See').getByRole('img', { name: /^Foto von Jonas, / }))
  })

  await test.step('a form that is closed, opened again and closed', async () => {
    const release = await holdPreparing(hers)
    const form = await openForm(hers)
    await choosePhotos(form, [file])
    await hers.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await openAsLeft(hers)
    await expect(photoRow(form, 1)).toContainText('wird vorbereitet')
    await hers.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await release()
    await draftStored(hers, 'placeholder')
    await hers.reload()
    await openAsLeft(hers)
    await photosShown(form, 1)
  })

  await test.step('a page that dies while a photo is being prepared and the camera is open', async () => {
    await holdPreparing(page)
    const form = await openForm(page)
    await textField(form).fill('Am Fluss')
    await choosePhotos(form, [file])
    await draftStored(page, file.name)
    await storedIn(page, 'pictureFacts', '"file"')
    await openChooser(form, 'Foto aufnehmen')
    const [context, url] = [page.context(), page.url()]
    await crash(page)
    const next = await context.newPage()
    await next.goto(url)
    const again = await openAsLeft(next)
    await expect(textField(again)).toHaveValue('Am Fluss')
    await photosShown(again, 1)
  })
})
