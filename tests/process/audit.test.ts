import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditProduction } from '../../scripts/audit.mjs'
import { folderOfTest } from '../support/folders.ts'
import { long } from '../support/quick.ts'

let folder: string
const endings: (() => void)[] = []

beforeEach(() => {
  folder = folderOfTest()
  const root = { name: 'a', version: '1.0.0', dependencies: { runs: '1.0.0' } }
  const whole = { ...root, devDependencies: { builds: '1.0.0', ships: '1.0.0' } }
  const packages = {
    '': whole,
    'node_modules/runs': { version: '1.0.0' },
    'node_modules/builds': { version: '1.0.0', dev: true },
    'node_modules/ships': { version: '1.0.0', dev: true, dependencies: { below: '1.0.0' } },
    'node_modules/below': { version: '1.0.0', dev: true },
  }
  const lock = { name: 'a', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  const project = { ...whole, shippedToBrowsers: ['ships'] }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(project))
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify(lock))
})
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** A registry that knows these levels of vulnerability, or answers with this status. */
async function registry(answer: number | Readonly<Record<string, string>>): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const isAudit = request.method === 'POST' && request.url?.endsWith('/advisories/bulk')
      response.statusCode = typeof answer === 'number' ? answer : isAudit ? 200 : 404
      const advisories = Object.entries(typeof answer === 'number' ? {} : answer)
      const known = advisories.map(([name, severity], index) => [name, [advisory(index, severity)]])
      response.end(JSON.stringify(isAudit ? Object.fromEntries(known) : {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const advisory = (id: number, severity: string) => ({
  id: id + 1,
  url: 'https://example.org/advisory',
  title: 'An advisory',
  severity,
  vulnerable_versions: '<2.0.0',
  cwe: [],
  cvss: { score: 0, vectorString: null },
})

const audit = async (address: string) =>
  auditProduction(folder, {
    PATH: process.env['PATH'],
    HOME: folder,
    npm_config_registry: address,
    npm_config_cache: path.join(folder, 'cache'),
  })

describe('the audit of known vulnerabilities', () => {
  it('passes if the registry knows none', long, async () => {
    expect(await audit(await registry({}))).toEqual({ good: true, said: 'none' })
  })

  it('is bad for one of a high level in production', async () => {
    const found = await audit(await registry({ runs: 'high', builds: 'low' }))
    expect(found).toEqual({ good: false, said: 'runs (high)' })
  })

  it(
    'counts one of a lower level, ignores what only builds and tests, and passes',
    long,
    async () => {
      const found = await audit(await registry({ runs: 'moderate', builds: 'critical' }))
      expect(found).toEqual({ good: true, said: 'none above moderate, 1 up to it' })
    },
  )

  it('is bad for what runs in the browser, and for what comes with it', async () => {
    const found = await audit(await registry({ below: 'critical' }))
    expect(found).toMatchObject({ good: false, said: expect.stringContaining('below (critical)') })
  })

  it('is not run where the registry does not know the question, and says so', long, async () => {
    const found = await audit(await registry(405))
    expect(found).toEqual({ good: undefined, said: expect.stringMatching(/gave no answer.*405/) })
  })

  it('fails if npm cannot run', async () => {
    rmSync(path.join(folder, 'package-lock.json'))
    const found = await audit(await registry({}))
    expect(found).toEqual({ good: false, said: expect.stringContaining('lockfile') })
  })
})

it('every package that the browser’s part imports counts as production', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const project = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
    readonly shippedToBrowsers: readonly string[]
  }
  const sources = ['src/web', 'src/domain', 'src/content'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !/test-[^/]*$/.test(file))
      .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
  )
  const imported = sources.flatMap((text) =>
    [...text.matchAll(/(?:from|import\()\s*'((?:@[\w-]+\/)?[\w-]+)/g)].map(
      (match) => match[1] ?? '',
    ),
  )
  const shipped = [...new Set(imported)].filter((name) => name in project.devDependencies)
  expect(shipped.length).toBeGreaterThan(5)
  expect(shipped.filter((name) => !project.shippedToBrowsers.includes(name))).toEqual([])
})
