import { expect } from '../support/e2e.ts'
import { openForm, textField } from '../e2e/entry-steps.ts'
import {
  choosePhotos,
  holdPreparing,
  photoRow,
  photosShown,
  pictureFile,
} from '../e2e/photo-steps.ts'
import { journey } from './gallery.ts'

journey('photos in a form', async ({ open, take }) => {
  const page = await open()
  const release = await holdPreparing(page)
  const form = await openForm(page)
  await take(page, 'none')
  await textField(form).fill('Ein Tag am See')
  const [lake, wood] = [
    await pictureFile(page, { name: 'see.jpg', colour: 'steelblue' }),
    await pictureFile(page, { name: 'wald.jpg', colour: 'seagreen', width: 500, height: 800 }),
  ]
  await choosePhotos(form, [lake, wood])
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(form.getByText('Deine Fotos werden noch vorbereitet.')).toBeVisible()
  await take(page, 'being prepared')
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const drawing = { name: 'skizze.svg', mimeType: 'image/svg+xml', buffer }
  // A file that is refused takes the press back.
  await choosePhotos(form, [drawing, { ...drawing, name: 'leer.jpg', buffer: Buffer.alloc(0) }])
  await release()
  await photosShown(form, 2)
  await expect(form.getByRole('alert').locator('p')).toHaveCount(2)
  await form.getByRole('alert').scrollIntoViewIfNeeded()
  await take(page, 'two, and two refused')
  await photoRow(form, 1).getByLabel('Beschreibung (optional)').fill('a'.repeat(201))
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(form.getByText('Maximal 200 Zeichen erlaubt')).toBeVisible()
  await take(page, 'a description that is too long')
  await form.getByRole('radio', { name: 'Übersetzungen' }).check()
  await expect(form.getByText('Eine Übersetzung hat keine Fotos.')).toBeVisible()
  await take(page, 'out of sight')
})
