import { writeFileSync } from 'node:fs'
import { photoFileLimit } from '../../src/domain/limits.ts'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { draftStored, openAsLeft } from './draft-steps.ts'
import { openForm, textField } from './entry-steps.ts'
import { choosePhotos, photosShown, pictureFile, type PictureFile } from './photo-steps.ts'

const file = (name: string, buffer: Buffer): PictureFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer,
})

/** A JPEG that says that it has 20,000 × 20,000 pixels, and no picture in it. */
const wide = Buffer.from('ffd8ffc00011084e204e2003011100021101031101ffd9', 'hex')
const heic = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypheic0000mif1heic')])

/** No photo finds room on this device any more. Runs in the page. */
function fillDevice(): void {
  // Called with the store it belongs to, below.
  // oxlint-disable-next-line typescript/unbound-method
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
    if (this.name === 'pictures') throw new DOMException('full', 'QuotaExceededError')
    return put.call(this, value, key)
  }
}

test('each file that is no photo for this device is named with its reason, and everything else stays', async ({
  app,
}, testInfo) => {
  const page = await app.signedIn(firstPartner)
  const lake = await pictureFile(page, { name: 'see.jpg', colour: 'teal' })
  const form = await openForm(page)
  await textField(form).fill('Mit Fotos')
  const refused = form.getByRole('alert').locator('p')

  await choosePhotos(form, [
    file('IMG_1.HEIC', heic),
    file('brief.jpg', Buffer.from('%PDF-1.7 …')),
    file('halb.jpg', lake.buffer.subarray(0, lake.buffer.length / 2)),
    file('leer.jpg', Buffer.alloc(0)),
  ])
  await expect(refused).toHaveText([
    '„IMG_1.HEIC“ ist ein HEIC-Bild, das dieser Browser nicht lesen kann. Speichere es als JPEG und wähle es noch einmal.',
    '„brief.jpg“ ist kein Bild, das dieser Browser lesen kann.',
    '„halb.jpg“ ist nicht vollständig. Lade die Datei noch einmal herunter.',
    '„leer.jpg“ ist leer.',
  ])

  await choosePhotos(form, [
    lake,
    file('wand.jpg', wide),
    file('skizze.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
  ])
  await expect(refused).toHaveText([
    '„wand.jpg“ hat zu viele Bildpunkte. Nimm ein kleineres Bild.',
    '„skizze.svg“ ist eine Zeichnung (SVG) und kein Foto.',
  ])
  const large = testInfo.outputPath('alles.png')
  writeFileSync(large, Buffer.alloc(photoFileLimit + 1))
  await choosePhotos(form, large)
  await expect(refused).toHaveText(['„alles.png“ ist zu groß. Nimm eine kleinere Datei.'])

  await page.evaluate(fillDevice)
  await choosePhotos(form, [lake])
  await expect(refused).toHaveText([
    'Auf diesem Gerät ist kein Platz mehr. „see.jpg“ ist nicht im Eintrag, dein Text ist sicher.',
  ])
  await photosShown(form, 1)
  await draftStored(page, 'Mit Fotos')

  await test.step('a server that knows no photos: the form says so, and shows what is in it', async () => {
    await page.route('**/rest/v1/photos?*', (route) =>
      route.fulfill({ status: 404, json: { code: 'PGRST205', message: 'no such table' } }),
    )
    await page.reload()
    await openAsLeft(page)
    await expect(form).toContainText('Euer Server kann noch keine Fotos aufnehmen.')
    await expect(form.getByRole('button', { name: 'Fotos hinzufügen' })).toHaveCount(0)
    await expect(textField(form)).toHaveValue('Mit Fotos')
    await photosShown(form, 1)
  })
})
