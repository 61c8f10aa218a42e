import { once } from 'node:events'
import { expect, it } from 'vitest'
import { keepNodeWarnings } from './library-output.ts'

it("Node's own warnings break nothing after Supabase Lite has been loaded", async () => {
  keepNodeWarnings()
  await import('@supabase/lite')
  const warned = once(process, 'warning')
  process.emitWarning(new Error('too many listeners'))
  expect(await warned).toMatchObject([{ message: 'too many listeners' }])
})
