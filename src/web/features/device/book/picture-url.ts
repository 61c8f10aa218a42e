/** The address that holds a picture of base64; JPEG and WebP differ in their first bytes. */
export function pictureUrl(base64: string): string {
  return `data:image/${base64.startsWith('/9j/') ? 'jpeg' : 'webp'};base64,${base64}`
}
