import * as v from 'valibot'
import type { JournalConfig } from './journal-config.ts'
import type { PublicPartner } from './partner.ts'

const publicPartner = v.object({ name: v.string(), identifier: v.string() })

/** Admits what `/config.json` and the page's data block hold. */
export const publicSettingsSchema = v.object({
  backend: v.object({
    /**
     * Address of the backend. Empty means "where this page came from": the embedded server
     * cannot know by which name it is reached, the browser does. A static deployment on hosted
     * Supabase puts its project's URL here.
     */
    url: v.string(),
    anonKey: v.pipe(v.string(), v.minLength(1)),
    /**
     * The server's word that realtime brings every change, with its whole row, or tells to pull. Absent
     * for a hosted project, which leaves large values out and promises no delivery.
     */
    sendsWholeRows: v.optional(v.boolean(), false),
  }),
  /**
   * The public key for nudges (Web Push); null if the server has no https address to name to push
   * services. Absent for a hosted project, which sends none.
   */
  nudges: v.optional(v.object({ key: v.nullable(v.string()) })),
  title: v.pipe(v.string(), v.minLength(1)),
  partners: v.tuple([publicPartner, publicPartner]),
})

/** The settings that anyone may know before sign-in (D2): the shape of `/config.json`. */
export type PublicSettings = v.InferOutput<typeof publicSettingsSchema>

/** Picks the public part of the settings; special days, time zone and counter stay behind (D2). */
export function publicSettings(
  journal: JournalConfig,
  anonKey: string,
  nudgeKey: string | null,
): PublicSettings {
  const [first, second] = journal.partners
  return {
    backend: { url: '', anonKey, sendsWholeRows: true },
    nudges: { key: nudgeKey },
    title: journal.title,
    partners: [publicPartnerOf(first), publicPartnerOf(second)],
  }
}

function publicPartnerOf({ name, identifier }: PublicPartner) {
  return { name, identifier }
}
