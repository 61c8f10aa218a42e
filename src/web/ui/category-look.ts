/** The four categories as the tokens name them; the same words as the domain's `Category`. */
export type CategoryTone = 'erzaehlen' | 'ideen' | 'gedanken' | 'uebersetzungen'

export interface CategoryLook {
  readonly emoji: string
  /** Text in the category's ink. */
  readonly text: string
  /** Soft ground with the category's ink on it. */
  readonly soft: string
  readonly line: string
  /** Full ground in the category's ink, with paper-coloured text. */
  readonly full: string
}

/** Each category's colour and emoji: tabs, cards, empty states and quiz use these alone. */
export const categoryLooks: Readonly<Record<CategoryTone, CategoryLook>> = {
  erzaehlen: {
    emoji: '📖',
    text: 'text-erzaehlen',
    soft: 'bg-erzaehlen-soft text-erzaehlen',
    line: 'border-erzaehlen-line',
    full: 'bg-erzaehlen text-card',
  },
  ideen: {
    emoji: '💡',
    text: 'text-ideen',
    soft: 'bg-ideen-soft text-ideen',
    line: 'border-ideen-line',
    full: 'bg-ideen text-card',
  },
  gedanken: {
    emoji: '💭',
    text: 'text-gedanken',
    soft: 'bg-gedanken-soft text-gedanken',
    line: 'border-gedanken-line',
    full: 'bg-gedanken text-card',
  },
  uebersetzungen: {
    emoji: '🌍',
    text: 'text-uebersetzungen',
    soft: 'bg-uebersetzungen-soft text-uebersetzungen',
    line: 'border-uebersetzungen-line',
    full: 'bg-uebersetzungen text-card',
  },
}
