import { expect, test } from '@playwright/test'
import { engineMissing } from '../../scripts/browsers.mjs'
import {
  expectHuge,
  expectPhotos,
  expectRefusals,
  expectTransparency,
  expectWithinLimits,
  photoFiles,
} from '../e2e/photo-expectations.ts'
import { makeReady } from '../e2e/prepare-steps.ts'
import { phone } from '../support/e2e.ts'
import { openPhotoRoom } from '../support/photo-room.ts'
import { startWebKit } from './webkit.ts'

const missing = engineMissing('WebKit')
test.skip(missing !== undefined, missing)

test('in WebKit, which encodes no WebP, a photo becomes a JPEG: upright, small, in its colours, and without place and camera', async () => {
  const room = await openPhotoRoom(photoFiles)
  const webkit = await startWebKit({ url: room.url, viewport: phone })
  try {
    await webkit.open()
    const make = async (name: string) => webkit.evaluate(makeReady, name)
    await expectPhotos(make)
    await expectRefusals(make)
    await expectTransparency(make, 'JPEG')
    await expectHuge(make)
    await expectWithinLimits(make)
    expect(webkit.output()).not.toContain('CONSOLE')
  } finally {
    await webkit.close()
    await room.close()
  }
})
