import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { unpackInto } from '../fixtures/unpack.mjs'
import type { TestServer } from './server.ts'

/** The versions whose files lie in `tests/fixtures`; each is made from the commit that its README names. */
export const olderVersions = ['0.1.0', '0.2.0-pre', '0.2.0'] as const
export type OlderVersion = (typeof olderVersions)[number]

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../fixtures')
const fileOf = (version: OlderVersion, name: string) => path.join(folder, version, name)
const jsonOf = (version: OlderVersion, name: string): unknown =>
  JSON.parse(readFileSync(fileOf(version, name), 'utf8'))

/** Why the clusters cannot be used here; undefined where they can. PostgreSQL's files are not portable. */
export const noClusterHere =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : 'the clusters of older versions were made on linux-x64'

/** The backup that a version wrote of its journal. */
export const backupOf = (version: OlderVersion) => fileOf(version, 'backup.json.gz')

/** The files of "Alles mitnehmen" of each version, with the person's private notes; 0.1.0 has no such file. */
export const books = [
  { version: '0.2.0-pre', person: 'Željka', file: fileOf('0.2.0-pre', 'book.html') },
  { version: '0.2.0', person: 'Jonas', file: fileOf('0.2.0', 'book-jonas.html') },
  { version: '0.2.0', person: 'Željka', file: fileOf('0.2.0', 'book-zeljka.html') },
] as const

/** A version's built app, without pictures and fonts: its files by their paths. */
export function appOf(version: OlderVersion): Readonly<Record<string, string>> {
  const packed = readFileSync(fileOf(version, 'app.br'))
  const files: unknown = JSON.parse(brotliDecompressSync(packed).toString())
  return v.parse(v.record(v.string(), v.string()), files)
}

const row = v.record(v.string(), v.unknown())
const rowsSchema = v.object({
  profiles: v.array(row),
  entries: v.array(row),
  reactions: v.array(row),
  quote_likes: v.array(row),
  custom_quotes: v.array(row),
  removals: v.array(row),
  last_looks: v.array(row),
  // Tables that older versions do not have.
  memory_marks: v.optional(v.array(row), []),
  replies: v.optional(v.array(row), []),
  story_links: v.optional(v.array(row), []),
  reviews: v.optional(v.array(row), []),
})
export type NotedRows = v.InferOutput<typeof rowsSchema>

const privateRowsSchema = v.object({
  'private.deleted_rows': v.optional(v.array(row), []),
  'private.moved_rows': v.optional(v.array(row), []),
  'private.nudge_choices': v.optional(v.array(row), []),
})
export type NotedPrivateRows = v.InferOutput<typeof privateRowsSchema>

/** Every row of the journal as a version left it, by table and id: what cluster and backup hold. */
export function notedRows(version: OlderVersion): NotedRows {
  return v.parse(rowsSchema, jsonOf(version, 'rows.json'))
}

/** The facts that the database alone needs to know, as a version left them; 0.2.0-pre and older noted none. */
export function notedPrivateRows(version: OlderVersion): NotedPrivateRows {
  return v.parse(privateRowsSchema, jsonOf(version, 'rows.json'))
}

/** Unpacks a version's data directory into a new temporary folder, which belongs to the caller. */
export function unpackDataDir(version: OlderVersion): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), `tagebuch-${version}-`))
  unpackInto(version, dataDir)
  return dataDir
}

const keyPath = v.union([v.string(), v.array(v.string()), v.null()])
const copySchema = v.object({
  databases: v.array(
    v.object({
      name: v.string(),
      version: v.number(),
      stores: v.array(
        v.object({
          name: v.string(),
          keyPath,
          autoIncrement: v.boolean(),
          indexes: v.array(
            v.object({
              name: v.string(),
              keyPath: v.union([v.string(), v.array(v.string())]),
              unique: v.boolean(),
              multiEntry: v.boolean(),
            }),
          ),
          rows: v.array(v.unknown()),
        }),
      ),
    }),
  ),
  localStorage: v.array(v.tuple([v.string(), v.string()])),
})
export type LocalCopy = v.InferOutput<typeof copySchema>

/** The copy of Jonas's journal in a browser: IndexedDB and localStorage, `undefined` marked. */
export function localCopy(version: OlderVersion): LocalCopy {
  return v.parse(copySchema, jsonOf(version, 'local-copy.json'))
}

/** Makes the sessions of an unpacked cluster as recent as they were: unused ones end after 30 days. */
export async function renewSessions(server: TestServer): Promise<void> {
  await server.sql()`update auth.sessions set refreshed_at = now() at time zone 'UTC'`
}

/** The session that Jonas's browser held; its access token has expired. */
export function storedSession(version: OlderVersion): { readonly refresh_token: string } {
  const [, session] =
    localCopy(version).localStorage.find(([key]) => key === 'tagebuch.session') ?? []
  return v.parse(v.object({ refresh_token: v.string() }), JSON.parse(session ?? '{}'))
}

/**
 * Puts Jonas's local copy into a page of a server on the unpacked cluster; the app is opened
 * afterwards, and renews the session that the copy holds.
 */
export async function putLocalCopy(
  page: Page,
  server: TestServer,
  { databases, localStorage: pairs }: LocalCopy,
): Promise<void> {
  await renewSessions(server)
  // A page of this origin on which no app runs.
  await page.goto('/robots.txt')
  await page.evaluate(fillStorage, { databases, pairs })
}

interface Storage {
  readonly databases: LocalCopy['databases']
  readonly pairs: readonly (readonly [string, string])[]
}

/** Runs in the page, so it names nothing from outside. */
async function fillStorage({ databases, pairs }: Storage): Promise<void> {
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode)
    if (value === null || typeof value !== 'object') return value
    if ('$undefined' in value) return undefined
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decode(one)]))
  }
  for (const [key, value] of pairs) localStorage.setItem(key, value)
  for (const { name, version, stores } of databases)
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version)
      const fail = () => reject(opening.error ?? new Error(`${name} cannot be made`))
      opening.addEventListener('error', fail)
      opening.addEventListener('blocked', fail)
      opening.addEventListener('upgradeneeded', () => {
        for (const { name: storeName, keyPath, autoIncrement, indexes, rows } of stores) {
          const store = opening.result.createObjectStore(storeName, { keyPath, autoIncrement })
          for (const index of indexes) store.createIndex(index.name, index.keyPath, index)
          for (const one of rows) store.put(decode(one))
        }
      })
      opening.addEventListener('success', () => {
        opening.result.close()
        resolve()
      })
    })
}
