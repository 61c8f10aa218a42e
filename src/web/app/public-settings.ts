import type { NudgeSupport } from '../backend/nudges.ts'
import { publicSettingsSchema, type PublicSettings } from '../../domain/public-settings.ts'
import { jsonText, parseIfValid } from '../../domain/parse.ts'

/**
 * Parses the public settings; an empty backend address means the page's own origin.
 * Returns undefined for anything that is not the settings.
 */
export function parsePublicSettings(text: string, origin: string): PublicSettings | undefined {
  const given = parseIfValid(jsonText(publicSettingsSchema), text)
  if (given === undefined) return undefined
  const { backend, ...rest } = given
  return { ...rest, backend: { ...backend, url: backend.url === '' ? origin : backend.url } }
}

/**
 * The settings inlined into the page by the server, else `/config.json`, which a static deployment
 * puts beside the build. Undefined if neither is available.
 */
export async function readPublicSettings(): Promise<PublicSettings | undefined> {
  const inlined = document.getElementById('journal-config')?.textContent ?? ''
  const settings = parsePublicSettings(inlined, location.origin)
  if (settings !== undefined) return settings
  const answer = await fetch('/config.json').catch(() => undefined)
  if (answer === undefined || !answer.ok) return undefined
  return parsePublicSettings(await answer.text(), location.origin)
}

/** The settings about nudges; a hosted project's have none. */
export function nudgeSupport({ nudges }: PublicSettings): NudgeSupport {
  if (nudges === undefined) return { kind: 'no-server' }
  return nudges.key === null ? { kind: 'no-address' } : { kind: 'ready', key: nudges.key }
}
