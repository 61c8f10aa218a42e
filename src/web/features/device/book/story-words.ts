import type { BookRow, PersonIndex } from '../../../../domain/book-format.ts'
import type { StoryWords } from './book-words.ts'

type LinkedEntry = Pick<BookRow<'entries'>, 'id' | 'category' | 'content'>

/** The lines of ideas and their stories, as the cards have them (docs/behaviour/stories.md). */
export function createStoryWords(
  entries: readonly LinkedEntry[],
  stories: readonly BookRow<'story_links'>[],
  nameOf: (by: PersonIndex) => string,
): (entry: LinkedEntry) => readonly StoryWords[] {
  const linked = new Set<string>(stories.flatMap((link) => [link.id, link.idea_id]))
  const known = new Map(
    entries.filter(({ id }) => linked.has(id)).map((entry) => [entry.id, entry]),
  )
  const lines = new Map<string, StoryWords[]>()
  const add = ({ id }: LinkedEntry, label: string, { content }: LinkedEntry) =>
    lines.set(id, [...(lines.get(id) ?? []), { label, text: content }])
  const told = stories.toSorted(byCreation).flatMap((link) => {
    const [story, idea] = [known.get(link.id), known.get(link.idea_id)]
    return story?.category === 'erzaehlen' && idea?.category === 'ideen'
      ? [{ by: link.user_id, story, idea }]
      : []
  })
  const isToldTwice = twice(told.map(({ idea }) => idea))
  for (const { by, story, idea } of told) {
    add(idea, isToldTwice(idea) ? `So war’s für ${nameOf(by)}:` : 'So war’s:', story)
    add(story, 'Aus einer Idee:', idea)
  }
  return ({ id }) => lines.get(id) ?? []
}

/** Tells what is there more than once. */
function twice<Item>(items: readonly Item[]): (item: Item) => boolean {
  const [once, more] = [new Set<Item>(), new Set<Item>()]
  for (const item of items) (once.has(item) ? more : once).add(item)
  return (item) => more.has(item)
}

/** Oldest first. */
function byCreation(one: BookRow<'story_links'>, other: BookRow<'story_links'>): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1
  return one.id < other.id ? -1 : 1
}
