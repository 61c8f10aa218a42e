/** The message about a change of photos that the server refused. */
export const photoRejectionTexts = {
  'add-photo': {
    title: 'Der Eintrag ist nicht mehr da',
    description: 'Deine Fotos dazu warten in „Neuer Eintrag“.',
  },
  'remove-photo': {
    title: 'Das Foto ließ sich nicht entfernen',
    description: 'Es ist noch im Eintrag.',
  },
  'describe-photo': {
    title: 'Die Beschreibung ließ sich nicht speichern',
    description: 'Im Eintrag steht die frühere.',
  },
  'order-photos': {
    title: 'Die Reihenfolge ließ sich nicht speichern',
    description: 'Die Fotos stehen wieder wie vorher.',
  },
} as const

/** True for the name of a change of photos. */
export function isOfPhoto(action: string): action is keyof typeof photoRejectionTexts {
  return action in photoRejectionTexts
}
