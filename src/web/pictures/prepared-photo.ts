/** A photo that is ready to be kept and sent. */
export interface PreparedPhoto {
  /** The size of the full picture in pixels. */
  readonly width: number
  readonly height: number
  /** A ThumbHash of 5 to 25 bytes, as base64. */
  readonly placeholder: string
  readonly preview: ArrayBuffer
  readonly full: ArrayBuffer
}

/** Why a file did not become a photo. */
export type PhotoProblem =
  | 'empty'
  | 'too-large'
  | 'too-many-pixels'
  /** Apple's format, which this browser cannot read. */
  | 'heic'
  /** An SVG: a drawing, no photo. */
  | 'vector'
  /** The end of the file is missing. */
  | 'cut-off'
  /** No picture, or one that this browser cannot read. */
  | 'unreadable'
  /** The browser drew nothing: iPhones do so with pictures that are too large for them. */
  | 'black'
  /** The browser broke off for a reason that is not the file's: another try may succeed. */
  | 'failed'
