declare module 'subset-font' {
  /** The letters of `text` cut out of a font (subset-font's README). */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'sfnt' | 'woff' | 'woff2'
      readonly variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>
      readonly keepFeatures?: readonly string[]
      readonly noHinting?: boolean
    },
  ): Promise<Buffer>
}
