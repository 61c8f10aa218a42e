import { sharedPictures, sharedText, sharePath } from '../../domain/share.ts'
import { mostPhotos } from '../../domain/limits.ts'
import { keepShared } from '../browser/shared-content.ts'

/** True for what the system's share sheet sends. */
export function isShare(request: Request): boolean {
  return request.method === 'POST' && new URL(request.url).pathname === sharePath
}

/** For the service worker: stores what was shared on this device and opens the app, which reads it. */
export async function takeShare(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData())
  const part = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const text = sharedText({ title: part('title'), text: part('text'), url: part('url') })
  // One more than an entry takes, so that the form says that it was too many.
  const files = form.getAll(sharedPictures).filter((value) => typeof value !== 'string')
  await keepShared({ text, pictures: files.slice(0, mostPhotos + 1) })
  return Response.redirect('/', 303)
}
