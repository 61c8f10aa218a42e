import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the pages name the oldest browsers that the build is written for', () => {
  const [, targets = ''] = /target: \[(.*)\]/.exec(read('vite.config.ts')) ?? []
  const oldest = Object.fromEntries(
    [...targets.matchAll(/'([a-z]+)([\d.]+)'/g)].map(([, name = '', version]) => [name, version]),
  )
  const page = read('docs/phones.md')
  for (const [browser, name] of [
    ['chrome', 'Chromium'],
    ['firefox', 'Firefox'],
    ['safari', 'Safari'],
  ] as const) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${name} `))
    expect(row).toContain(` ${oldest[browser]} `)
  }
  expect(read('README.md')).toContain(
    `Chromium ${oldest['chrome']}, Firefox ${oldest['firefox']}, Safari and iOS ${oldest['safari']} or newer`,
  )
})
