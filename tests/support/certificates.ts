import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../fixtures/tls/', import.meta.url))

/** The path of one of the tests' certificates or keys (tests/fixtures/tls/make.sh). */
export const pemFile = (name: string): string => path.join(folder, `${name}.pem`)

export const pem = (name: string): string => readFileSync(pemFile(name), 'utf8')
