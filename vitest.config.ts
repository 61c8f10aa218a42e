import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { workers } from './tests/support/shared-server.ts'
import { inShort, isFull } from './tests/support/quick.ts'

/** The tests of rights that run once more on a hosted project, which has other roles and defaults. */
const accessTests = inShort(2, ['catalogue', 'live-privacy', 'tables', '*'])

/**
 * Those that a hosted project cannot change: the written schema is the embedded database's, and the others
 * ask what our own server does before a database has a say.
 */
const notOfTheDatabase = [
  'schema',
  'addresses',
  'compression',
  'endpoints',
  'photo-pictures',
  'photo-uploads',
  'waiting',
]

/** A project takes it from nowhere else but its own settings. */
const form = isFull ? {} : { tagsFilter: ['!long'] }

/** Only a test that fails waits this long: a busy machine is slow. One that needs more says why beside it. */
const unitPatience = { testTimeout: 30_000, hookTimeout: 30_000 }
const patience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { interval: 20, timeout: 55_000 } },
}

const inTurn = ['integration', 'hosted', 'unit']

/** Short files with many starts, of which the size says nothing: a worker that began one last would run alone. */
const longest = /process\/(restart|kills)\.test/

/** One project after the other, so that a worker goes on with the next file; the short files come last. */
class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turnOf = ({ project, moduleId }: TestSpecification) =>
      longest.test(moduleId) ? -1 : inTurn.indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => turnOf(one) - turnOf(other))
  }
}

/**
 * `unit` needs nothing but Node; `integration` starts real PostgreSQL clusters and server
 * processes, which wait more than they compute: three files at a time keep two cores busy; `hosted` runs on databases that are prepared
 * the way a hosted Supabase project is (`npx vitest run --project hosted`).
 */
export default defineConfig({
  test: {
    // What a test prints, and the client of Supabase, is shown when it fails.
    silent: 'passed-only',
    sequence: { sequencer: InTurn },
    tags: [{ name: 'long', description: '`npm run test:quick` leaves it out.' }],
    projects: [
      {
        test: {
          ...form,
          name: 'unit',
          include: [
            'src/{domain,content,web}/**/*.test.{ts,tsx}',
            'src/server/{settings,guard,tls,push}/**/*.test.ts',
            'tests/docs/**/*.test.ts',
          ],
          environment: 'node',
          // Nothing of theirs outlives a file, and a fresh worker per file costs more than its tests.
          isolate: false,
          ...unitPatience,
          maxWorkers: workers,
        },
      },
      {
        test: {
          ...form,
          name: 'integration',
          include: [
            'src/server/{database,accounts,api,sign-in,realtime,static,backup}/**/*.test.ts',
            'tests/{access,sync,process,push}/**/*.test.ts',
          ],
          environment: 'node',
          isolate: false,
          globalSetup: 'tests/support/run.ts',
          ...patience,
          maxWorkers: workers,
        },
      },
      {
        test: {
          ...form,
          name: 'hosted',
          include: [
            'tests/hosted/**/*.test.ts',
            ...accessTests.map((name) => `tests/access/${name}.test.ts`),
          ],
          exclude: notOfTheDatabase.map((name) => `tests/access/${name}.test.ts`),
          environment: 'node',
          env: { TEST_HOSTED: '1' },
          globalSetup: 'tests/support/run.ts',
          ...patience,
          maxWorkers: workers,
        },
      },
    ],
  },
})
