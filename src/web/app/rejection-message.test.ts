import { describe, expect, it } from 'vitest'
import type { MutationName, Rejection } from '../replica/journal.ts'
import { rejectionMessage } from './rejection-message.ts'

function rejection(action: MutationName): Rejection {
  return { id: 'r', action, reason: 'rejected', entryId: undefined, keptText: undefined }
}

describe('the message of a rejection', () => {
  it.each([
    ['create-entry', { title: 'Fehler beim Erstellen des Eintrags' }],
    ['edit-entry', { title: 'Fehler beim Aktualisieren des Eintrags' }],
    ['toggle-completed', { title: 'Fehler beim Aktualisieren' }],
    ['delete-entry', { title: 'Fehler', description: 'Eintrag konnte nicht gelöscht werden.' }],
    ['add-reaction', { title: 'Fehler beim Hinzufügen der Reaktion' }],
    ['remove-reaction', { title: 'Fehler beim Entfernen der Reaktion' }],
    [
      'add-custom-quote',
      { title: 'Fehler', description: 'Das Zitat konnte nicht hinzugefügt werden' },
    ],
    [
      'delete-custom-quote',
      { title: 'Fehler', description: 'Das Zitat konnte nicht gelöscht werden' },
    ],
  ] as const)('is for %s the message of its feature', (action, message) => {
    expect(rejectionMessage(rejection(action), '/')).toMatchObject(message)
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
    const gone = { ...rejection('edit-entry'), action: 'edit-entry', reason: 'gone' } as const
    expect(rejectionMessage(gone, '/')).toEqual({
      title: 'Dieser Eintrag ist nicht mehr da',
      description: 'Öffne „Neuer Eintrag“, dort ist dein Text noch da.',
    })
  })

  it('says for a stale edit that the entry has changed and the text is kept', () => {
    const stale = { ...rejection('edit-entry'), action: 'edit-entry', reason: 'stale' } as const
    const { description } = rejectionMessage(stale, '/') ?? {}
    expect(description).toContain('inzwischen geändert')
    expect(description).toContain('noch da')
  })
})
