type Colour = readonly number[]

/** The difference of two sRGB colours as people see it (CIE 1976): below 3 hardly anyone does. */
export function deltaE(one: Colour, other: Colour): number {
  const [a, b] = [labOf(one), labOf(other)]
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)))
}

/** The sRGB colour of one of Display P3, which has the same curve. */
export function fromDisplayP3(colour: Colour): Colour {
  const linear = colour.slice(0, 3).map(linearOf)
  const toSrgb = [
    [1.2249, -0.2247, 0],
    [-0.0421, 1.0421, 0],
    [-0.0196, -0.0786, 1.0979],
  ]
  return times(toSrgb, linear).map((value) => {
    const curved = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, curved)) * 255)
  })
}

function labOf(colour: Colour): Colour {
  const toXyz = [
    [0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505],
    [0.2126, 0.7152, 0.0722],
    [0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089],
  ]
  const [x = 0, y = 0, z = 0] = times(toXyz, colour.slice(0, 3).map(linearOf)).map((value) =>
    value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116,
  )
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function linearOf(value: number): number {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function times(matrix: readonly Colour[], vector: Colour): number[] {
  return matrix.map((row) => row.reduce((sum, part, index) => sum + part * (vector[index] ?? 0), 0))
}
