import * as v from 'valibot'

const publicSettingsSchema = v.object({
  backend: v.object({ url: v.string(), anonKey: v.pipe(v.string(), v.minLength(1)) }),
  title: v.pipe(v.string(), v.minLength(1)),
  partners: v.tuple([
    v.object({ name: v.string(), identifier: v.string() }),
    v.object({ name: v.string(), identifier: v.string() }),
  ]),
})

/** What anyone may know before sign-in (D2): the shape of `/config.json`. */
export type PublicSettings = v.InferOutput<typeof publicSettingsSchema>

/**
 * Parses the public settings; an empty backend address means the page's own origin.
 * Returns undefined for anything that is not the settings.
 */
export function parsePublicSettings(text: string, origin: string): PublicSettings | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), publicSettingsSchema), text)
  if (!parsed.success) return undefined
  const { backend, ...rest } = parsed.output
  return { ...rest, backend: { ...backend, url: backend.url === '' ? origin : backend.url } }
}

/**
 * The settings inlined into the page by the server, else `/config.json`, which a static
 * deployment puts beside the build. Undefined when neither can be had.
 */
export async function readPublicSettings(): Promise<PublicSettings | undefined> {
  const inlined = document.getElementById('journal-config')?.textContent
  if (inlined !== undefined && inlined !== null) {
    const settings = parsePublicSettings(inlined, location.origin)
    if (settings !== undefined) return settings
  }
  const answer = await fetch('/config.json').catch(() => undefined)
  if (answer === undefined || !answer.ok) return undefined
  return parsePublicSettings(await answer.text(), location.origin)
}
