import { expect } from '@playwright/test'
import {
  fullBytesLimit,
  fullSide,
  previewBytesLimit,
  previewSide,
} from '../../src/domain/limits.ts'
import type { PhotoProblem } from '../../src/web/pictures/prepared-photo.ts'
import { deltaE, fromDisplayP3 } from '../support/colours.ts'
import {
  bitmapFile,
  exifSegment,
  greyJpeg,
  photoFixture,
  plantedSegments,
  plantedText,
  withSegments,
} from '../support/photo-files.ts'
import type { Made } from './prepare-steps.ts'

const [red, green, blue, yellow] = [
  [200, 40, 40],
  [40, 160, 60],
  [50, 60, 190],
  [230, 220, 80],
] as const
const grey = [128, 128, 128]
const displayP3 = [
  [160, 90, 80],
  [90, 150, 100],
  [80, 100, 160],
  [190, 170, 90],
]

type Colours = readonly (readonly number[])[]
const quarters = [red, green, blue, yellow]
const all = (colour: readonly number[]) => [colour, colour, colour, colour]

/** The colours of the quarters as EXIF's orientations 1 to 8 show a picture whose quarters are stored in their order. */
const upright: readonly Colours[] = [
  quarters,
  [green, red, yellow, blue],
  [yellow, blue, green, red],
  [blue, yellow, red, green],
  [red, blue, green, yellow],
  [blue, red, yellow, green],
  [yellow, green, blue, red],
  [green, yellow, red, blue],
]

interface Good {
  readonly file: Buffer
  readonly size: readonly [number, number]
  readonly preview?: readonly [number, number]
  readonly colours?: Colours
}

const plain = photoFixture('quarters.jpg')
/** Noise, which no encoder makes small; the same in each run. */
const noise = bitmapFile(fullSide, 1536, (nth) => (Math.imul(nth + 1, 2_654_435_761) >>> 13) & 255)

const good: Record<string, Good> = {
  ...Object.fromEntries(
    upright.map((colours, index) => {
      const file = withSegments(plain, exifSegment(index + 1), ...plantedSegments())
      return [`turned ${index + 1}`, { file, colours, size: index < 4 ? [64, 48] : [48, 64] }]
    }),
  ),
  'in Display P3': {
    file: photoFixture('display-p3.jpg'),
    size: [64, 48],
    colours: displayP3.map(fromDisplayP3),
  },
  'in CMYK': { file: photoFixture('cmyk.jpg'), size: [64, 48], colours: quarters },
  'of 16 bits': { file: photoFixture('sixteen-bit.png'), size: [64, 48], colours: quarters },
  'moving GIF': { file: photoFixture('animated.gif'), size: [64, 48], colours: all(red) },
  'moving WebP': { file: photoFixture('animated.webp'), size: [64, 48], colours: all(red) },
  'one pixel': { file: bitmapFile(1, 1, () => 128), size: [1, 1], preview: [1, 1] },
  'a line': {
    file: greyJpeg(10_000, 100),
    size: [2048, 20],
    preview: [640, 6],
    colours: all(grey),
  },
  '48 megapixels on their side': {
    file: withSegments(greyJpeg(8064, 6048), exifSegment(6)),
    size: [1536, 2048],
    preview: [480, 640],
    colours: all(grey),
  },
  'a black one': { file: bitmapFile(64, 48, () => 0), size: [64, 48], colours: all([0, 0, 0]) },
}

const bad: Record<string, { readonly file: Buffer; readonly problem: PhotoProblem }> = {
  'nothing.jpg': { file: Buffer.alloc(0), problem: 'empty' },
  'pdf.jpg': {
    file: Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj', 'latin1'),
    problem: 'unreadable',
  },
  'words.jpg': { file: Buffer.from('Liebes Tagebuch'), problem: 'unreadable' },
  'cut off.jpg': { file: plain.subarray(0, -40), problem: 'cut-off' },
  'drawing.svg': {
    file: Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    problem: 'vector',
  },
  '60 MB': { file: Buffer.alloc(60_000_000), problem: 'too-large' },
  '300 megapixels': { file: greyJpeg(20_000, 15_000), problem: 'too-many-pixels' },
  'noise cut off': { file: withSegments(plain).subarray(0, 150), problem: 'cut-off' },
}

/** A transparent picture, of which red is the left half. */
const transparent = 'transparent'
const noisy = 'noise'
const huge = '108 megapixels'
const apple = 'heic'

/** The files of the page, by name. */
export const photoFiles = new Map<string, Buffer>([
  ...Object.entries({ ...good, ...bad }).map(([name, { file }]) => [name, file] as const),
  [transparent, photoFixture('transparent.png')],
  [noisy, noise],
  [huge, greyJpeg(12_000, 9000)],
  [apple, photoFixture('heic.heic')],
])

type Make = (name: string) => Promise<Made | PhotoProblem>

/** Files that become photos: upright, small, in their colours, and without anything else. */
export async function expectPhotos(make: Make): Promise<void> {
  for (const [name, { size, preview = size, colours }] of Object.entries(good)) {
    const made = await madeOf(make, name)
    expect([made.width, made.height], name).toEqual(size)
    expect(made.previewSize, name).toEqual(preview)
    expect(Math.max(...made.placeholderSize), `placeholder of ${name}`).toBeGreaterThan(1)
    for (const [index, colour] of (colours ?? []).entries())
      expect(
        deltaE(made.quarters[index] ?? [], colour),
        `${name}: ${String(made.quarters[index])} as ${String(colour)}`,
      ).toBeLessThan(3)
    for (const bytes of Object.values(made.bytes))
      expect(bytes, name).not.toMatch(
        new RegExp(`${plantedText}|Exif|EXIF|XMP|ICC|Photoshop|adobe`),
      )
  }
}

export async function expectRefusals(make: Make): Promise<void> {
  for (const [name, { problem }] of Object.entries(bad))
    expect(await make(name), name).toBe(problem)
  expect(await make(apple)).toBe('heic')
}

/** Pictures that are too much for some browsers are made smaller, or refused with the reason. */
export async function expectHuge(make: Make): Promise<void> {
  const made = await make(huge)
  if (typeof made === 'string') expect(made).toBe('too-many-pixels')
  else expect([made.width, made.height, ...made.previewSize]).toEqual([2048, 1536, 640, 480])
}

/** Noise is encoded in lower quality, then smaller, in its own proportions. */
export async function expectWithinLimits(make: Make): Promise<void> {
  const { bytes, width, height, previewSize } = await madeOf(make, noisy)
  expect(bytes.full.length).toBeLessThanOrEqual(fullBytesLimit)
  expect(bytes.preview.length).toBeLessThanOrEqual(previewBytesLimit)
  expect(width / height).toBeCloseTo(4 / 3, 1)
  expect(previewSize[0] / previewSize[1]).toBeCloseTo(4 / 3, 1)
  expect(Math.max(...previewSize)).toBeLessThanOrEqual(previewSide)
}

/** A WebP keeps what is transparent, in a JPEG it is white. */
export async function expectTransparency(make: Make, type: 'WebP' | 'JPEG'): Promise<void> {
  const { bytes, quarters } = await madeOf(make, transparent)
  expect(bytes.full.startsWith(type === 'WebP' ? 'RIFF' : '\xff\xd8')).toBe(true)
  const [left = [], right = []] = quarters
  expect(deltaE(left, red)).toBeLessThan(6)
  if (type === 'WebP') expect(right[3]).toBe(0)
  else expect(deltaE(right, [255, 255, 255])).toBeLessThan(3)
}

async function madeOf(make: Make, name: string): Promise<Made> {
  const made = await make(name)
  if (typeof made === 'string') throw new Error(`${name} is refused: ${made}`)
  return made
}
