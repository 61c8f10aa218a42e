import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedPictures, sharePath } from '../../domain/share.ts'

interface Picture {
  readonly src: string
  readonly type: string
  readonly sizes: string
  readonly purpose?: string
}

const folder = new URL('../../../public/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder))
const manifest = JSON.parse(read('manifest.webmanifest').toString()) as {
  readonly id: string
  readonly lang: string
  readonly icons: readonly Picture[]
  readonly screenshots: readonly Picture[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[]
  readonly share_target: { readonly action: string; readonly method: string }
}

/** Width and height as a PNG says them in its first chunk. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

describe('the web manifest', () => {
  it('names existing pictures in their real sizes', () => {
    const pictures = [...manifest.icons, ...manifest.screenshots]
    const photos = pictures.filter(({ type }) => type === 'image/png')
    expect(photos.map(({ src }) => sizeOf(read(src.slice(1))))).toEqual(
      photos.map(({ sizes }) => sizes),
    )
    const purposes = manifest.icons.map(({ purpose = 'any' }) => purpose)
    expect(new Set(purposes)).toEqual(new Set(['any', 'maskable', 'monochrome']))
  })

  it('names the app, its shortcuts and its share target', () => {
    expect([manifest.id, manifest.lang]).toEqual(['/', 'de'])
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['Neuer Eintrag', '/?neu=1'],
      ['Favoriten', '/favoriten'],
    ])
    expect(manifest.share_target).toMatchObject({
      action: sharePath,
      method: 'POST',
      // The only one that carries files.
      enctype: 'multipart/form-data',
      params: { files: [{ name: sharedPictures, accept: ['image/*'] }] },
    })
  })
})
