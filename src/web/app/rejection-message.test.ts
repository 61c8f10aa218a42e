import { describe, expect, it } from 'vitest'
import type { MutationName, Rejection } from '../replica/journal.ts'
import { rejectionMessage } from './rejection-message.ts'

function rejection(action: MutationName): Rejection {
  return { id: 'r', action, reason: 'rejected', entryId: undefined, keptText: undefined }
}

const refusedEdit = (reason: 'gone' | 'stale') =>
  ({ ...rejection('edit-entry'), action: 'edit-entry', reason }) as const

describe('the message of a rejection', () => {
  it.each([
    ['create-entry', 'Fehler beim Erstellen des Eintrags'],
    ['edit-entry', 'Fehler beim Aktualisieren des Eintrags'],
    ['toggle-completed', 'Fehler beim Aktualisieren'],
    ['add-reaction', 'Fehler beim Hinzufügen der Reaktion'],
    ['remove-reaction', 'Fehler beim Entfernen der Reaktion'],
  ] as const)('is for %s the message of its feature', (action, title) => {
    expect(rejectionMessage(rejection(action), '/')).toMatchObject({ title })
  })

  it.each([
    ['delete-entry', 'Eintrag konnte nicht gelöscht werden.'],
    ['add-custom-quote', 'Das Zitat konnte nicht hinzugefügt werden'],
    ['delete-custom-quote', 'Das Zitat konnte nicht gelöscht werden'],
  ] as const)('is for %s a mistake with its description', (action, description) => {
    const message = rejectionMessage(rejection(action), '/')
    expect(message).toMatchObject({ title: 'Fehler', description })
  })

  it.each(['like-quote', 'unlike-quote', 'last-look'] as const)('is nothing for %s', (action) => {
    expect(rejectionMessage(rejection(action), '/')).toBeUndefined()
  })

  it('reports a like that could not be removed on the favourites page only', () => {
    expect(rejectionMessage(rejection('unlike-quote'), '/favoriten')).toEqual({
      title: 'Fehler',
      description: 'Like konnte nicht entfernt werden',
    })
  })

  it('says of an edit whose entry is gone where its text is', () => {
    expect(rejectionMessage(refusedEdit('gone'), '/')).toEqual({
      title: 'Dieser Eintrag ist nicht mehr da',
      description: 'Öffne „Neuer Eintrag“, dort ist dein Text noch da.',
    })
  })

  it('says for a stale edit that the entry has changed and the text is kept', () => {
    const { description } = rejectionMessage(refusedEdit('stale'), '/') ?? {}
    expect(description).toContain('inzwischen geändert')
    expect(description).toContain('noch da')
  })
})
