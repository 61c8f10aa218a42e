import { beforeEach, expect, it } from 'vitest'
import { note, openDevice, settled, texts } from './device.ts'
import { inShort } from '../support/quick.ts'
import { ownServer as server, withOwnServer } from '../support/signed-in.ts'

withOwnServer()
beforeEach(async () => {
  await setClock('0')
  await server.emptyJournal()
})

/** Sets the server's clock to so much before or after the real one. */
async function setClock(step: string): Promise<void> {
  await server.sql().run(`create or replace function private.real_time() returns timestamptz
    language sql volatile set search_path = '' as $$ select clock_timestamp() + interval '${step}' $$`)
}

it.each(inShort(1, ['-2 hours', '2 hours', '-5 minutes', '5 minutes']))(
  'a device that lives by pull alone sees what is written after the clock stepped by %s and back',
  async (step) => {
    const jonas = await openDevice(server, 'Jonas')
    const zeljka = await openDevice(server, 'Željka', { realtime: false })
    const arrives = async (content: string) => {
      jonas.journal.createEntry(note(content))
      await settled(jonas)
      zeljka.session.wake()
      await expect.poll(async () => texts(zeljka.journal)).toContain(content)
    }
    await settled(zeljka)
    await arrives('vorher')
    await setClock(step)
    await arrives('danach')
    await zeljka.reload()
    await arrives('nach dem Neuladen')
    await setClock('0')
    await arrives('wieder richtig')
    await jonas.close()
    await zeljka.close()
  },
)

it.each(inShort(1, ['-2 hours', '2 hours']))(
  'a deletion reaches a device by pull after the clock stepped by %s and back',
  async (step) => {
    const jonas = await openDevice(server, 'Jonas')
    const zeljka = await openDevice(server, 'Željka', { realtime: false })
    await setClock(step)
    const id = jonas.journal.createEntry(note('Weg damit'))
    await settled(jonas)
    zeljka.session.wake()
    await expect.poll(async () => texts(zeljka.journal)).toContain('Weg damit')
    await setClock('0')
    const rest = (await server.client('Jonas')).rest
    expect((await rest.from('entries').delete().eq('id', id)).error).toBeNull()
    zeljka.session.wake()
    await expect.poll(async () => texts(zeljka.journal)).toHaveLength(0)
    await jonas.close()
    await zeljka.close()
  },
)
