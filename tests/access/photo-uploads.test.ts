import { expect, it } from 'vitest'
import { fullBytesLimit, photosAnHour, previewBytesLimit } from '../../src/domain/limits.ts'
import { largeJpeg, photoFixture } from '../support/photo-files.ts'
import { base64, photoArguments } from '../support/photos.ts'
import { jonas, ownServer as server, restAs, withOwnServer, zeljka } from '../support/signed-in.ts'
import { collectable, collectedMemory, memoryOf } from './attacks/support/memory.ts'
import { wire } from './attacks/support/wire.ts'
import { write } from './people-rows.ts'

withOwnServer({ env: collectable })

const idea = async () => write({ category: 'ideen' })

const largest = () => ({
  preview: base64(largeJpeg(photoFixture('preview.jpg'), previewBytesLimit)),
  full_picture: base64(largeJpeg(photoFixture('full.jpg'), fullBytesLimit)),
})

const megabytesMore = 60

it('eight of the largest photos side by side take little memory, and all of them are there', async () => {
  const entries = [await idea(), await idea(), await idea()]
  const pictures = largest()
  const upload = async (index: number) => {
    const person = index % 2 === 0 ? jonas : zeljka
    return person.rest.rpc('add_photo', photoArguments(entries[index % 3] ?? '', pictures))
  }
  expect((await upload(2)).error).toBeNull()
  const before = await collectedMemory(server)
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, memoryOf(server))), 20)
  const answers = await Promise.all(Array.from({ length: 8 }, async (_, index) => upload(index)))
  clearInterval(sampling)
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null))
  expect(most - before).toBeLessThanOrEqual(megabytesMore)
})

it('a photo is refused by the length that it announces, and behind 300 within an hour until the first is old', async () => {
  const entry = await idea()
  const ask = async (body: string) => restAs(zeljka, 'rpc/add_photo', { method: 'POST', body })
  const { preview, full_picture: full } = largest()
  expect((await ask(' '.repeat(preview.length + full.length + 64 * 1024 + 4))).status).toBe(413)
  for (let photo = 1; photo <= photosAnHour; photo += 1)
    await ask(JSON.stringify(photoArguments(entry, { preview: '' })))
  const refused = await ask(JSON.stringify(photoArguments(entry)))
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'PH003' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await jonas.rest.rpc('add_photo', photoArguments(entry))).error).toBeNull()
  expect((await zeljka.rest.from('entries').select('id')).data).toContainEqual({ id: entry })
})

// The last one: it ends all sessions of the person.
it('a photo that is on its way at the sign-out is refused', async () => {
  const person = await server.client('Jonas')
  const entry = await idea()
  const sent = photoArguments(entry)
  const body = JSON.stringify(sent)
  const socket = wire(server)
  socket.write(
    [
      'POST /rest/v1/rpc/add_photo HTTP/1.1',
      'Host: localhost',
      `apikey: ${server.anonKey}`,
      `Authorization: Bearer ${await person.accessToken()}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body.slice(0, 100),
    ].join('\r\n'),
  )
  const answered = new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(String(data))),
  )
  await fetch(`${server.url}/auth/v1/logout`, {
    method: 'POST',
    headers: { apikey: server.anonKey, authorization: `Bearer ${await person.accessToken()}` },
  })
  socket.write(body.slice(100))
  expect(await answered).toContain('401')
  expect((await zeljka.rest.from('photos').select('id').eq('id', sent.photo)).data).toEqual([])
})
