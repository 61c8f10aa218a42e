import { expect, it } from 'vitest'
import { db, withDatabase } from '../support/test-database.ts'
import { readSchema } from '../support/schema.ts'

withDatabase()

it('supabase/schema.sql is the schema that the migrations make', async () => {
  await expect(await readSchema(db.pool)).toMatchFileSnapshot(
    '../../supabase/schema.sql',
    'npm run schema writes the file',
  )
})
