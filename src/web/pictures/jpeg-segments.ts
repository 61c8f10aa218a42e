export const jpegMarker = { app0: 0xe0, app1: 0xe1, startOfScan: 0xda, end: 0xd9 } as const

/** One part of a JPEG file: its bytes from `start`, that of the marker's 0xff, to before `end`. */
interface JpegSegment {
  readonly marker: number
  readonly start: number
  readonly end: number
}

/**
 * The segments of a JPEG after its first two bytes, with the image's data in the segment of their scan. The last one
 * is the end's marker; where the file breaks off before, it is the last that is whole.
 */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  let at = 2
  for (;;) {
    const start = markerFrom(bytes, at)
    const marker = bytes[start + 1]
    if (start === -1 || marker === undefined) return
    const end = endOfSegment(bytes, start, marker)
    if (end > bytes.length) return
    yield { marker, start, end }
    if (marker === jpegMarker.end) return
    at = end
  }
}

/** Markers may be preceded by any number of 0xff, and bytes that belong to nothing are left out by every decoder. */
function markerFrom(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && (bytes[at + 1] === 0xff || bytes[at + 1] === 0))
    at = bytes.indexOf(0xff, at + 1)
  return at
}

function endOfSegment(bytes: Uint8Array, start: number, marker: number): number {
  if (marker === jpegMarker.end || isBare(marker)) return start + 2
  const length = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0)
  const end = start + 2 + Math.max(length, 2)
  return marker === jpegMarker.startOfScan ? endOfData(bytes, end) : end
}

/** The data of a scan hold 0xff only before 0 or a restart marker, each perhaps after further 0xff. */
function endOfData(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1) {
    let after = at + 1
    while (bytes[after] === 0xff) after++
    const next = bytes[after]
    if (next !== undefined && next !== 0 && !isRestart(next)) return at
    at = bytes.indexOf(0xff, after)
  }
  return bytes.length
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** Markers without a length: the restarts, the start, and one that is used for nothing. */
function isBare(marker: number): boolean {
  return isRestart(marker) || marker === 0xd8 || marker === 0x01
}

/** The frame's header: all of 0xc0 to 0xcf but tables (0xc4, 0xcc) and a reserved one (0xc8). */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
