import { expect } from 'vitest'
import { startAndFail, type TestServerOptions } from '../../support/server.ts'

/** The one line of a start that fails; more than one, or a stack, fails the test. */
export async function lineOf(options: TestServerOptions): Promise<string> {
  const { exitCode, logs } = await startAndFail(options)
  const lines = logs.split('\n').filter((line) => line !== '')
  expect([exitCode, lines]).toEqual([1, [expect.any(String)]])
  expect(logs).not.toMatch(/ at .*:\d+:\d+/)
  return lines[0] ?? ''
}
