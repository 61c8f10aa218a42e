import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'

/** One line of the table: a figure, what it is compared with, and the bound on their relation. */
export interface Figure {
  readonly name: string
  readonly measured: string
  readonly compared?: string
  readonly relation?: string
  readonly bound: string
  readonly good: boolean
}

/** The middle of some measurements; for an even number the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}

type Show = (value: number) => string

interface Comparison {
  readonly name: string
  readonly value: number
  readonly base: number
  readonly show?: Show
}

/** `value` may be at most `most` times `base`. */
export function ratio(
  { name, value, base, show = milliseconds }: Comparison,
  most: number,
): Figure {
  const compared = { name, measured: show(value), compared: show(base) }
  const relation = `${(value / base).toFixed(2)} ×`
  return { ...compared, relation, bound: `≤ ${most} ×`, good: value <= most * base }
}

/** `value` may be at most `most` milliseconds above `base`; without `most` it is only printed. */
export function difference({ name, value, base }: Comparison, most?: number): Figure {
  const compared = { name, measured: milliseconds(value), compared: milliseconds(base) }
  const relation = `+${milliseconds(value - base)}`
  const bound = most === undefined ? 'printed' : `≤ +${milliseconds(most)}`
  return { ...compared, relation, bound, good: most === undefined || value - base <= most }
}

/** A figure with an absolute bound: bytes, requests or CPU time, which no load changes much. */
export function atMost(name: string, value: number, bound: number, show: Show = String): Figure {
  return { name, measured: show(value), bound: `≤ ${show(bound)}`, good: value <= bound }
}

/** `value` must be at least `bound`. */
export function atLeast(name: string, value: number, bound: number, show: Show): Figure {
  return { name, measured: show(value), bound: `≥ ${show(bound)}`, good: value >= bound }
}

const resultsFile = fileURLToPath(new URL('../../bench/results.json', import.meta.url))

/**
 * Prints the table of one benchmark, puts its figures into `bench/results.json` in place of those
 * of its last run, and fails where a figure missed its bound.
 */
export function report(benchmark: string, figures: readonly Figure[]): void {
  process.stdout.write(`\n${table(figures)}\n`)
  let results: Record<string, unknown> = {}
  try {
    results = JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, unknown>
  } catch {
    mkdirSync(path.dirname(resultsFile), { recursive: true })
  }
  results[benchmark] = { figures, load: loadavg(), measuredAt: new Date().toISOString() }
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  expect(figures.filter(({ good }) => !good).map(({ name }) => name)).toEqual([])
}

/** The whole table, with the machine's load while it was made. */
function table(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'compared with', 'relation', 'bound', ''],
    ...figures.map(({ name, measured, compared = '', relation = '', bound, good }) => {
      return [name, measured, compared, relation, bound, good ? 'ok' : 'MISSED']
    }),
  ]
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widthOf(column))).join('  '),
  )
  const load = loadavg().map((value) => value.toFixed(2))
  return [...lines, `load average ${load.join(' ')} (1, 5 and 15 minutes)`].join('\n')
}
