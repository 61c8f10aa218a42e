/**
 * The counts of a suite: a test that did not run is in neither number, and named. `unstable` are those that failed
 * once and passed when they were run again.
 * @typedef {{ passed: number, failed: number, skipped: string[], unstable?: string[] }} Counts
 */

/** @param {any} report vitest's JSON report @returns {Counts} */
export function vitestCounts(report) {
  /** @type {any[]} */
  const tests = report.testResults.flatMap((/** @type {any} */ file) => file.assertionResults)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: tests
      .filter((test) => !['passed', 'failed'].includes(test.status))
      .map((test) => test.fullName),
  }
}

/** @param {any} report Playwright's JSON report @returns {Counts} */
export function playwrightCounts({ stats, suites }) {
  /** @param {any} one @returns {any[]} */
  const specs = (one) => [...(one.specs ?? []), ...(one.suites ?? []).flatMap(specs)]
  /** @type {any[]} */
  const all = suites.flatMap(specs)
  /** @param {string} status */
  const titles = (status) =>
    all.filter((spec) => spec.tests[0].status === status).map(({ title }) => title)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: titles('skipped'),
    unstable: titles('flaky'),
  }
}
