import { sharedText, sharePath } from '../../domain/share.ts'
import { keepShared } from '../browser/shared-text.ts'

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
  if (text !== '') await keepShared(text)
  return Response.redirect('/', 303)
}
