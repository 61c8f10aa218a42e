import { expect, it } from 'vitest'
import { photosAnHour } from '../../domain/limits.ts'
import { createHourlyLimit, createUploads } from './uploads.ts'

it('the photos of a person within an hour are limited, and one that is sent again counts once', () => {
  let now = 0
  const limit = createHourlyLimit(() => now)
  const seconds = (photo: number, person = 'Jonas') => limit.secondsUntil(person, String(photo))
  for (let photo = 1; photo <= photosAnHour; photo += 1) {
    expect(seconds(photo)).toBe(0)
    now += 1000
  }
  expect([seconds(1), seconds(0), seconds(0, 'Željka')]).toEqual([0, 3600 - photosAnHour + 1, 0])
  now += seconds(0) * 1000
  expect([seconds(0), seconds(-1)]).toEqual([0, 1])
})

it('photos of a person are received side by side, and stored one after the other', async () => {
  const uploads = createUploads()
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
