import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { takeAlong } from '../support/book.ts'
import { folderOfTest } from '../support/folders.ts'
import { startTestServer } from '../support/server.ts'
import { fillJournal, operator } from './support/journal-state.ts'

it('npm run import adds the files of both to a hosted project, as its owner, who is no superuser', async () => {
  const server = await startTestServer({ hosted: true })
  const folder = folderOfTest()
  try {
    const sql = server.sql()
    await fillJournal(sql, 200)
    const files = [path.join(folder, 'his.html'), path.join(folder, 'hers.html')] as const
    writeFileSync(files[0], await takeAlong(server, 'Jonas', true))
    writeFileSync(files[1], await takeAlong(server, 'Željka', true))
    const entries = async () => sql`
      select id, user_id, content, is_private, created_at from entries order by id`
    const before = await entries()
    await sql`truncate entries, reactions, quote_likes, custom_quotes, removals cascade`
    const { url } = server.connection as { readonly url: string }
    const added = await operator(path.join(folder, 'data'), ['import', ...files, '--yes'], {
      DATABASE_URL: url,
    }).ended
    expect(added).toMatchObject({ code: 0 })
    expect(await entries()).toEqual(before)
    const again = await operator(server.dataDir, ['import', ...files, '--yes']).ended
    expect(again.output).toMatch(/^This would add 0 entries, .* 0 reviews\.\n$/)
  } finally {
    await server.stop()
  }
})
