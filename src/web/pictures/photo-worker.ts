import { makePhoto } from './make-photo.ts'

/* Makes one photo after the other ready, beside the page. */

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void answer(data)
})

async function answer(file: Blob): Promise<void> {
  const photo = await makePhoto(file).catch(() => 'failed' as const)
  const transfer = typeof photo === 'string' ? [] : [photo.preview, photo.full]
  postMessage(photo, { transfer })
}
