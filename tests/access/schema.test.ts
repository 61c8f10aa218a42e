import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase } from '../support/cluster.ts'
import { createTestDatabase } from '../support/database.ts'
import { readSchema } from '../support/schema.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

it('supabase/schema.sql is the schema that the migrations make', async () => {
  await expect(await readSchema(db.pool)).toMatchFileSnapshot(
    '../../supabase/schema.sql',
    'npm run schema writes the file',
  )
})
