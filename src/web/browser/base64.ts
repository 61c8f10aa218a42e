/** A multiple of three, so that the parts of a text join; few enough to be the arguments of a call. */
const partLength = 0x6000

export function base64Of(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += partLength)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(from, from + partLength))))
  return parts.join('')
}
