import { execFile } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { folderOfTest } from '../support/folders.ts'
import { projectRoot } from '../../scripts/prepare.mjs'
import { playwrightCounts } from '../../scripts/test-counts.mjs'
import { long } from '../support/quick.ts'

test(
  'tests of an engine that is not installed are named as not run, and none counts as passed',
  long,
  async () => {
    const folder = folderOfTest()
    // Of all commands, the system has Node alone.
    symlinkSync(process.execPath, path.join(folder, 'node'))
    const playwright = path.join(projectRoot, 'node_modules/@playwright/test/cli.js')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        playwright,
        'test',
        '--config=playwright.engines.config.ts',
        '--reporter=json',
        '--retries=1',
      ],
      { cwd: projectRoot, env: { PATH: folder, TMPDIR: folder, TEST_BUILT: '1' } },
    )
    const { passed, failed, skipped } = playwrightCounts(JSON.parse(stdout))
    expect({ passed, failed }).toEqual({ passed: 0, failed: 0 })
    expect(skipped.filter((title) => title.includes('Firefox'))).not.toEqual([])
    expect(skipped.filter((title) => title.includes('WebKit'))).not.toEqual([])
  },
)
