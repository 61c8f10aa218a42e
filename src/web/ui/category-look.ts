/** The four categories as the tokens name them; the same words as the domain's `Category`. */
export type CategoryTone = 'erzaehlen' | 'ideen' | 'gedanken' | 'uebersetzungen'

export interface CategoryLook {
  readonly emoji: string
  /** The full name: on cards, in forms (docs/behaviour/everywhere.md). */
  readonly name: string
  /** On the desktop's tab. */
  readonly tabName: string
  /** In the phone's bottom bar. */
  readonly barName: string
  /** Text in the category's ink. */
  readonly text: string
  /** Soft ground with the category's ink on it. */
  readonly soft: string
  readonly line: string
  /** Full ground in the category's ink, with paper-coloured text. */
  readonly full: string
}

/**
 * Each category's emoji, names and colour: tabs, cards, forms, empty states and the bell use these
 * alone.
 */
export const categoryLooks: Readonly<Record<CategoryTone, CategoryLook>> = {
  erzaehlen: {
    emoji: '📖',
    name: 'Erzählen',
    tabName: 'Erzählen',
    barName: 'Erzählen',
    text: 'text-erzaehlen',
    soft: 'bg-erzaehlen-soft text-erzaehlen',
    line: 'border-erzaehlen-line',
    full: 'bg-erzaehlen text-card',
  },
  ideen: {
    emoji: '💡',
    name: 'Ideen',
    tabName: 'Ideen',
    barName: 'Ideen',
    text: 'text-ideen',
    soft: 'bg-ideen-soft text-ideen',
    line: 'border-ideen-line',
    full: 'bg-ideen text-card',
  },
  gedanken: {
    emoji: '💭',
    name: 'Gedanken & Notizen',
    tabName: 'Gedanken',
    barName: 'Gedanken',
    text: 'text-gedanken',
    soft: 'bg-gedanken-soft text-gedanken',
    line: 'border-gedanken-line',
    full: 'bg-gedanken text-card',
  },
  uebersetzungen: {
    emoji: '🌍',
    name: 'Übersetzungen',
    tabName: 'Übersetzungen',
    barName: 'Übersetzen',
    text: 'text-uebersetzungen',
    soft: 'bg-uebersetzungen-soft text-uebersetzungen',
    line: 'border-uebersetzungen-line',
    full: 'bg-uebersetzungen text-card',
  },
}

/** "Alle", the tab without a category. */
export const everyCategoryLook = { emoji: '💕', tabName: 'Alle' } as const
