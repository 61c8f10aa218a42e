/* Numbers and names inside a file; what lies behind its end reads as 0. */

export function bigEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let index = 0; index < count; index++) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}

export function littleEndian(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let index = count - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] ?? 0)
  return value
}

export function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
