import { expect, it } from 'vitest'
import { acceptedCoding } from './accepted-coding.ts'

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.0 , gzip;q=0', undefined],
  ['gzip;q=nein', undefined],
  ['identity', undefined],
  ['gzip-x', undefined],
  ['', undefined],
  [null, undefined],
])('%j takes %s', (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding)
})
