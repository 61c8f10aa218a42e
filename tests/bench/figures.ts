import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** One line of the table: a figure, what it is compared with, and the bound on their relation. */
export interface Figure {
  readonly name: string
  /** The same figure in version 0.1.0, where it was measured. */
  readonly before?: string
  readonly measured: string
  readonly compared: string
  readonly relation: string
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

interface Comparison {
  readonly name: string
  readonly value: number
  readonly base: number
  readonly show: (value: number) => string
}

/** `value` may be at most `most` times `base`. */
export function ratio(comparison: Comparison, most: number, least = 0): Figure {
  const { name, value, base, show } = comparison
  const times = value / base
  return {
    name,
    measured: show(value),
    compared: show(base),
    relation: `${times.toFixed(2)} ×`,
    bound: least === 0 ? `≤ ${most} ×` : `${least}–${most} ×`,
    good: times <= most && times >= least,
  }
}

/** `value` may be at most `most` above `base`. */
export function difference(comparison: Comparison, most: number): Figure {
  const { name, value, base, show } = comparison
  return {
    name,
    measured: show(value),
    compared: show(base),
    relation: `+${show(value - base)}`,
    bound: `≤ +${show(most)}`,
    good: value - base <= most,
  }
}

/** `value` may be at most `bound`, for any `base`. */
export function most({ name, value, base, show }: Comparison, bound: number): Figure {
  return {
    name,
    measured: show(value),
    compared: show(base),
    relation: `${(value / base).toFixed(2)} ×`,
    bound: `≤ ${show(bound)}`,
    good: value <= bound,
  }
}

/** The figure beside what version 0.1.0 had. */
export function since(before: string, figure: Figure): Figure {
  return { ...figure, before }
}

/** A figure with an absolute bound: bytes, requests or CPU time, which no load changes much. */
export function atMost(
  name: string,
  value: number,
  bound: number,
  show: (value: number) => string = String,
): Figure {
  const good = value <= bound
  return {
    name,
    measured: show(value),
    compared: '',
    relation: '',
    bound: `≤ ${show(bound)}`,
    good,
  }
}

/** `value` must be at least `bound`. */
export function atLeast(
  name: string,
  value: number,
  bound: number,
  show: (value: number) => string = String,
): Figure {
  const good = value >= bound
  return {
    name,
    measured: show(value),
    compared: '',
    relation: '',
    bound: `≥ ${show(bound)}`,
    good,
  }
}

const resultsFile = fileURLToPath(new URL('../../bench/results.json', import.meta.url))

/**
 * Prints the table of one benchmark, puts its figures into `bench/results.json` in place of those
 * of its last run, and returns the names of the figures that missed their bounds.
 */
export function report(benchmark: string, figures: readonly Figure[]): string[] {
  process.stdout.write(`\n${table(figures)}\n`)
  let results: Record<string, unknown> = {}
  try {
    results = JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, unknown>
  } catch {
    mkdirSync(path.dirname(resultsFile), { recursive: true })
  }
  results[benchmark] = { figures, load: loadavg(), measuredAt: new Date().toISOString() }
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  return figures.filter((figure) => !figure.good).map((figure) => figure.name)
}

/** The whole table, with the machine's load while it was made. */
function table(figures: readonly Figure[]): string {
  const rows = [
    ['figure', '0.1.0', 'measured', 'compared with', 'relation', 'bound', ''],
    ...figures.map((figure) => [
      figure.name,
      figure.before ?? '',
      figure.measured,
      figure.compared,
      figure.relation,
      figure.bound,
      figure.good ? 'ok' : 'MISSED',
    ]),
  ]
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const lines = rows.map((row) =>
    row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join('  '),
  )
  const load = loadavg().map((value) => value.toFixed(2))
  return [...lines, `load average ${load.join(' ')} (1, 5 and 15 minutes)`].join('\n')
}
