import { beforeEach, describe, expect, it } from 'vitest'
import type { PartnerId } from '../../../domain/ids.ts'
import { localSiteStorage } from '../../browser/site-storage.ts'
import { forgetPerson, personKey, rememberPerson, takeVersionNews } from './remembered-person.ts'

const jonas = {
  id: '7b0e1f3a-1f0c-4f3c-8a54-0d9a5d3c1a11' as PartnerId,
  name: 'Jonas',
  identifier: 'jonas@tagebuch.internal',
}
const zeljka = { ...jonas, id: '7b0e1f3a-1f0c-4f3c-8a54-0d9a5d3c1a12' as PartnerId }

/** The form in which version 0.1.0 stored a person. */
const rememberAsOlderVersion = () => localSiteStorage.setItem(personKey, JSON.stringify(jonas))

describe('the news of a version', () => {
  beforeEach(() => forgetPerson())

  it('are there once for a person whom an older version remembered', () => {
    rememberAsOlderVersion()
    expect([takeVersionNews(), takeVersionNews()]).toEqual([true, false])
  })

  it('are not there after a fresh sign-in', () => {
    rememberPerson(jonas)
    expect(takeVersionNews()).toBe(false)
  })

  it('are still there after the same person renewed a lost session, and not for the other one', () => {
    rememberAsOlderVersion()
    rememberPerson(jonas)
    expect(takeVersionNews()).toBe(true)
    rememberAsOlderVersion()
    rememberPerson(zeljka)
    expect(takeVersionNews()).toBe(false)
  })

  it('are not there while no one is signed in', () => {
    expect(takeVersionNews()).toBe(false)
  })
})
