import { describe, expect, it } from 'vitest'
import { validateSignIn } from './partner.ts'

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
    ['Zeljka', 'geheim', 'unknown-name'],
  ])('refuses %j with %j: %s', (username, password, reason) => {
    expect(check(username, password)).toEqual({ ok: false, reason })
  })
})
