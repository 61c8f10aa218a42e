import { describe, expect, it } from 'vitest'
import { findPartner, validateSignIn } from './partner.ts'

const jonas = { name: 'Jonas', identifier: 'jonas@tagebuch.internal' }
const zeljka = { name: 'Željka', identifier: 'zeljka@tagebuch.internal' }
const check = (username: string, password: string) =>
  validateSignIn(username, password, [jonas, zeljka])

describe('signing in', () => {
  it.each([
    ['Jonas', jonas],
    ['  JONAS ', jonas],
    ['ŽELJKA', zeljka],
    ['z\u030celjka', zeljka],
    ['Jo\u00ADnas\u200B', jonas],
    ['Zeljka', zeljka],
    ['zeljka@tagebuch.internal', zeljka],
    [' ZELJKA@Tagebuch.Internal\u200b', zeljka],
    ['\ufeffJonas\u2060', jonas],
    ['J\u200bonás', jonas],
    ['\uff2a\uff4f\uff4e\uff41\uff53', jonas],
    ['Ze\u00adlj\u200dka', zeljka],
  ])('finds the person named %j', (username, partner) => {
    expect(check(username, 'geheim')).toEqual({ ok: true, partner })
  })

  it.each([
    ['', '', 'username-too-short'],
    ['J', 'geheim', 'username-too-short'],
    ['  J  ', 'geheim', 'username-too-short'],
    ['Jonas', '12345', 'password-too-short'],
    ['Ana', '12345', 'password-too-short'],
    ['Ana', 'geheim', 'unknown-name'],
    ['Jona', 'geheim', 'unknown-name'],
    ['\u200b\u00ad\u2060', 'geheim', 'unknown-name'],
    ['@tagebuch.internal', 'geheim', 'unknown-name'],
    ['jonas@example.org', 'geheim', 'unknown-name'],
    ['Jonas\u6f22', 'geheim', 'unknown-name'],
  ])('refuses %j with %j: %s', (username, password, reason) => {
    expect(check(username, password)).toEqual({ ok: false, reason })
  })
})

describe('words that mean a person', () => {
  const find = (typed: string, ...names: string[]) =>
    findPartner(
      typed,
      names.map((name, index) => ({ name, identifier: `p${index}@tagebuch.internal` })),
    )?.name

  it.each([
    ['Zeljka', 'Zeljka'],
    ['ŽELJKA', 'Željka'],
    ['Ze\u00adljka', 'Zeljka'],
    ['Že\u200bljka', 'Željka'],
    ['p1@tagebuch.internal', 'Zeljka'],
    ['P0', 'Željka'],
    // Neither of the two as it is typed.
    ['Željká', undefined],
  ])('tell two names apart that fold alike: %j is %s', (typed, name) => {
    expect(find(typed, 'Željka', 'Zeljka')).toBe(name)
  })

  it.each([
    ['Jurgen', 'Jürgen'],
    ['Juergen', 'Jürgen'],
    ['Durda', 'Đurđa'],
    ['Djurdja', 'Đurđa'],
    ['Nadja Mueller', 'Nadja Müller'],
    ['anne marie', 'Anne-Marie'],
    ['љубица', 'Љубица'],
    ['Strasse', 'Straße'],
  ])('leave out marks and signs: %j is %s', (typed, name) => {
    expect(find(typed, name, 'Ana')).toBe(name)
  })

  it('with nothing to see mean no one, also where a name has no letters', () => {
    expect(find('\u200b', '🌻', 'Ana')).toBeUndefined()
    expect(find('🌻', '🌻', 'Ana')).toBe('🌻')
  })
})
