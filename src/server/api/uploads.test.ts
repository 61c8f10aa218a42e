import { expect, it } from 'vitest'
import { photosAnHour } from '../../domain/limits.ts'
import { createUploads } from './uploads.ts'

it('the photos of a person within an hour are limited, and one that is sent again counts once', () => {
  let now = 0
  const uploads = createUploads(() => now)
  const add = (photo: number) => uploads.mayAdd('Jonas', String(photo))
  for (let photo = 1; photo <= photosAnHour; photo += 1) expect(add(photo)).toBe(true)
  expect([add(1), add(photosAnHour + 1), uploads.mayAdd('Željka', 'one')]).toEqual([
    true,
    false,
    true,
  ])
  now = 3_600_001
  expect(add(photosAnHour + 1)).toBe(true)
})

it('photos of a person are received side by side, and stored one after the other', async () => {
  const uploads = createUploads(() => 0)
  const log: string[] = []
  const receive = async (person: string, name: string) =>
    uploads.receive(person, new Request('http://localhost/'), async () => {
      log.push(`${name} begins`)
      await Promise.resolve()
      log.push(`${name} ends`)
      return name
    })
  const names = Array.from({ length: 9 }, (_, index) => String(index))
  const answers = await Promise.all(names.map(async (name) => receive('Jonas', name)))
  expect(answers).toEqual([...names.slice(0, 8), undefined])
  expect(log).toEqual(names.slice(0, 8).flatMap((name) => [`${name} begins`, `${name} ends`]))
  expect(await receive('Jonas', 'later')).toBe('later')
})
