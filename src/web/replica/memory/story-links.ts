import { compare } from '../../../domain/compare.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { StoryLink } from '../../../domain/table-schemas.ts'

/** The links between stories and ideas that are shown; a value, which another takes the place of. */
export interface StoryLinks {
  readonly list: readonly StoryLink[]
  ofStory(id: EntryId): StoryLink | undefined
  /** In the order of their creation. */
  ofIdea(id: EntryId): readonly StoryLink[]
}

const none: readonly StoryLink[] = []

export function storyLinksOf(list: readonly StoryLink[]): StoryLinks {
  const byStory = new Map(list.map((link) => [link.id, link]))
  const byIdea = new Map<EntryId, StoryLink[]>()
  for (const link of list.toSorted(byCreation)) {
    const others = byIdea.get(link.ideaId)
    if (others === undefined) byIdea.set(link.ideaId, [link])
    else others.push(link)
  }
  return { list, ofStory: (id) => byStory.get(id), ofIdea: (id) => byIdea.get(id) ?? none }
}

/** Oldest first. */
function byCreation(one: StoryLink, other: StoryLink): number {
  return compare(one.createdAt, other.createdAt) || compare(one.id, other.id)
}
