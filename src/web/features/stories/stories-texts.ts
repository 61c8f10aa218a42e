/** A card's words about an idea and its stories. */
export const storiesTexts = {
  ask: 'Wie war’s?',
  askToo: 'Auch erzählen',
  /** Before the first words of a story, and of an idea. */
  story: 'So war’s:',
  /** The same if an idea has more than one story. */
  storyOf: (name: string) => `So war’s für ${name}:`,
  idea: 'Aus einer Idee:',
} as const

/** The server took the story and not what links it to its idea. */
export const storyRejectionTexts = {
  title: 'Fehler beim Verbinden mit der Idee',
  description: 'Deine Geschichte ist gespeichert, nur ohne die Idee.',
} as const
