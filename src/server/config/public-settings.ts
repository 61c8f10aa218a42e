import type { JournalConfig } from '../settings/journal-config.ts'

/** What anyone may know before sign-in (D2); the shape of `/config.json`. */
export interface PublicSettings {
  readonly backend: {
    /**
     * Address of the backend. Empty means "where this page came from": the embedded server
     * cannot know by which name it is reached, the browser does. A static deployment on hosted
     * Supabase puts its project's URL here.
     */
    readonly url: string
    readonly anonKey: string
  }
  readonly title: string
  readonly partners: readonly { readonly name: string; readonly identifier: string }[]
}

/** Picks the public part of the settings; special days, time zone and counter stay behind (D2). */
export function publicSettings(journal: JournalConfig, anonKey: string): PublicSettings {
  return {
    backend: { url: '', anonKey },
    title: journal.title,
    partners: journal.partners.map(({ name, identifier }) => ({ name, identifier })),
  }
}

/** JSON that may stand inside a `<script>` element: no `<`, `>` or `&`, no line separators. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
