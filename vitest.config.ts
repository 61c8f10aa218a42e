import { defineConfig } from 'vitest/config'

/**
 * `unit` needs nothing but Node; `integration` starts real PostgreSQL clusters and server
 * processes, so its files share the two cores one or two at a time.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/{domain,content,web}/**/*.test.{ts,tsx}',
            'src/server/{settings,guard,tls}/**/*.test.ts',
            'tests/docs/**/*.test.ts',
          ],
          environment: 'node',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            'src/server/{database,accounts,api,sign-in,realtime,static,backup}/**/*.test.ts',
            'tests/{access,realtime,sync,process,faults,abuse}/**/*.test.ts',
          ],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
