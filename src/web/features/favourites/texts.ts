import type { FavouriteTab } from '../../../domain/favourites.ts'

export const favouritesTexts = {
  back: 'Zurück',
  title: 'Lieblingszitate',
  subtitle: 'Worte, die euch etwas bedeuten',
  tabs: 'Auswahl',
  tab: (name: string, count: number) => `${name} (${count})`,
  partner: 'Partner',
  add: 'Zitat hinzufügen',
  empty: 'Noch keine Lieblingszitate vorhanden',
  emptyHints: {
    all: 'Tippe beim Zitat des Tages auf das Herz oder füge ein eigenes Zitat hinzu.',
    mine: 'Tippe beim Zitat des Tages auf das Herz oder füge ein eigenes Zitat hinzu.',
    partner: 'Sobald dein Lieblingsmensch ein Zitat mag, steht es hier.',
    shared: 'Hier stehen die Zitate, die euch beiden gefallen.',
  } satisfies Record<FavouriteTab, string>,
  personal: 'Persönlich',
  shared: 'Gemeinsam',
  quoted: (text: string) => `„${text}“`,
  by: (author: string) => `— ${author}`,
  you: 'Du',
  unknown: 'Unbekannt',
  likedBy: (names: readonly string[]) => `Gefällt: ${names.join(', ')}`,
  addedBy: (name: string) => `Von: ${name}`,
  deleteQuote: 'Zitat löschen',
  removeLike: 'Like entfernen',
  loading: 'Laden...',
} as const

export const tabNames: Readonly<Record<Exclude<FavouriteTab, 'partner'>, string>> = {
  all: 'Alle',
  mine: 'Meine',
  shared: 'Gemeinsam',
}

export const addQuoteTexts = {
  title: 'Zitat hinzufügen',
  description: 'Worte, die ihr behalten möchtet.',
  text: 'Zitat',
  author: 'Autor',
  submit: 'Hinzufügen',
  cancel: 'Abbrechen',
  missingTitle: 'Fehlende Informationen',
  missing: 'Bitte fülle alle Felder aus',
  tooLong: {
    text: 'Maximal 1000 Zeichen erlaubt',
    author: 'Maximal 200 Zeichen erlaubt',
  },
  addedTitle: 'Zitat hinzugefügt',
  added: 'Dein persönliches Zitat wurde erfolgreich gespeichert',
  failedTitle: 'Fehler',
  failed: 'Das Zitat konnte nicht hinzugefügt werden',
} as const

export const removalTexts = {
  deletedTitle: 'Zitat gelöscht',
  deleted: 'Das Zitat wurde erfolgreich entfernt',
  likeRemovedTitle: 'Like entfernt',
  likeRemoved: 'Das Zitat wurde von deinen Favoriten entfernt',
} as const

/** What the screen says when the server refused (product-spec section 8). */
export const favouriteRefusalTexts = {
  'add-custom-quote': {
    title: 'Fehler',
    description: 'Das Zitat konnte nicht hinzugefügt werden',
  },
  'delete-custom-quote': { title: 'Fehler', description: 'Das Zitat konnte nicht gelöscht werden' },
  'unlike-quote': { title: 'Fehler', description: 'Like konnte nicht entfernt werden' },
} as const
