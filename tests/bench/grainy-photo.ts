interface Grainy {
  readonly width: number
  readonly height: number
  readonly quality: number
}

/** Runs in the page: keeps a JPEG of areas with some grain as `photo`. */
export async function keepGrainyPhoto({ width, height, quality }: Grainy): Promise<void> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  let seed = 1
  for (let nth = 0; nth < 40_000; nth++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    context.fillStyle = `hsl(${seed % 360} ${20 + (seed % 50)}% ${30 + (seed % 40)}% / 0.4)`
    context.fillRect((seed >>> 8) % width, (seed >>> 12) % height, 20 + (nth % 90), 20 + (nth % 70))
  }
  const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality })
  Object.assign(globalThis, { photo })
}
