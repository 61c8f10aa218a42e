import { quoteAuthorLimit, quoteTextLimit } from '../../../domain/limits.ts'
import type { FavouriteTab } from '../../../domain/favourites.ts'

export const favouritesTexts = {
  back: 'Zurück',
  title: 'Lieblingszitate',
  subtitle: 'Worte, die euch etwas bedeuten',
  tabs: 'Auswahl',
  tab: (name: string, count: number) => `${name} (${count})`,
  partner: 'Partner',
  add: 'Zitat hinzufügen',
  emptyEmoji: '💛',
  empty: 'Noch keine Lieblingszitate vorhanden',
  /** `partner` is the partner's name. */
  emptyHints: {
    all: () => 'Tippe beim Zitat des Tages auf das Herz oder füge ein eigenes Zitat hinzu.',
    mine: () => 'Tippe beim Zitat des Tages auf das Herz oder füge ein eigenes Zitat hinzu.',
    partner: (partner) => `Sobald ${partner} ein Zitat mag, steht es hier.`,
    shared: () => 'Hier stehen die Zitate, die euch beiden gefallen.',
  } satisfies Record<FavouriteTab, (partner: string) => string>,
  personal: 'Persönlich',
  shared: 'Gemeinsam',
  by: (author: string) => `– ${author}`,
  you: 'Du',
  unknown: 'Unbekannt',
  likedBy: 'Herzen:',
  addedBy: 'Hinzugefügt von:',
  names: (names: readonly string[]) => names.join(' und '),
  deleteQuote: 'Zitat löschen',
  removeLike: 'Like entfernen',
} as const

/** The third tab has the partner's name. */
export function tabNames(partner: string): Readonly<Record<FavouriteTab, string>> {
  return { all: 'Alle', mine: 'Meine', partner, shared: 'Gemeinsam' }
}

export const addQuoteTexts = {
  title: 'Zitat hinzufügen',
  description: 'Worte, die ihr behalten möchtet.',
  text: 'Zitat',
  author: 'Von wem?',
  submit: 'Hinzufügen',
  cancel: 'Abbrechen',
  restored: 'Dein Text von vorhin ist noch da.',
  discard: 'Verwerfen',
  missingTitle: 'Fehlende Informationen',
  missing: 'Bitte fülle alle Felder aus',
  tooLong: {
    text: `Maximal ${quoteTextLimit} Zeichen erlaubt`,
    author: `Maximal ${quoteAuthorLimit} Zeichen erlaubt`,
  },
  addedTitle: 'Zitat hinzugefügt',
  added: 'Dein persönliches Zitat wurde erfolgreich gespeichert',
  failedTitle: 'Fehler',
  failed: 'Das Zitat konnte nicht hinzugefügt werden',
} as const
