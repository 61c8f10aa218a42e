import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { unpackInto } from '../fixtures/0.1.0/unpack.mjs'
import type { TestServer } from './server.ts'

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../fixtures/0.1.0')

/** Why the cluster cannot be used here; undefined where it can. PostgreSQL's files are not portable. */
export const noClusterHere =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : 'the cluster of 0.1.0 was made on linux-x64'

/** The backup that version 0.1.0 wrote of the same journal. */
export const backupFile = path.join(folder, 'backup.json.gz')

const row = v.record(v.string(), v.unknown())
const rowsSchema = v.object({
  profiles: v.array(row),
  entries: v.array(row),
  reactions: v.array(row),
  quote_likes: v.array(row),
  custom_quotes: v.array(row),
  removals: v.array(row),
  last_looks: v.array(row),
})
export type NotedRows = v.InferOutput<typeof rowsSchema>

/** Every row of the journal as 0.1.0 left it, by table and id: what cluster and backup hold. */
export function notedRows(): NotedRows {
  return v.parse(rowsSchema, JSON.parse(readFileSync(path.join(folder, 'rows.json'), 'utf8')))
}

/** Unpacks the data directory of 0.1.0 into a new temporary folder, which belongs to the caller. */
export function unpackDataDir(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tagebuch-0.1.0-'))
  unpackInto(dataDir)
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

/** What a browser held of Jonas's journal: IndexedDB and localStorage, `undefined` marked. */
export function localCopy(): LocalCopy {
  return v.parse(copySchema, JSON.parse(readFileSync(path.join(folder, 'local-copy.json'), 'utf8')))
}

/**
 * Puts Jonas's local copy of 0.1.0 into a page of a server on the unpacked cluster; the app is
 * opened afterwards. The session is a fresh one, because the stored one ends with time.
 */
export async function putLocalCopy(page: Page, server: TestServer): Promise<void> {
  const copy = localCopy()
  const session = JSON.stringify(await server.session('Jonas'))
  const pairs = copy.localStorage.map(
    ([key, value]) => [key, key === 'tagebuch.session' ? session : value] as const,
  )
  // A page of this origin on which no app runs.
  await page.goto('/robots.txt')
  await page.evaluate(fillStorage, { databases: copy.databases, pairs })
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
