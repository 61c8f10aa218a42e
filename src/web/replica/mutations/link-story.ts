import type { EntryId, Instant } from '../../../domain/ids.ts'
import { aboutRow } from './about-row.ts'
import type { MutationKind } from './kind.ts'
import { done, doneWith, failed } from './send-result.ts'

/** Says of which idea a story tells; it is sent after the story. */
export interface LinkStory {
  readonly action: 'link-story'
  readonly storyId: EntryId
  readonly ideaId: EntryId
  /** By the device's clock. */
  readonly createdAt: Instant
}

export const linkStory: MutationKind<LinkStory, 'story_links'> = {
  ...aboutRow('story_links', 'storyId', 'ideaId'),
  action: 'link-story',
  apply: (row, { storyId: id, ideaId, createdAt }, me) =>
    row ?? { id, userId: me, ideaId, createdAt, updatedAt: createdAt },
  async send(calls, { storyId: id, ideaId, createdAt }, me) {
    const answer = await calls.insert('story_links', { id, userId: me, ideaId, createdAt })
    if (answer.ok) return doneWith('story_links', answer.value)
    if (answer.code !== 'duplicate') {
      const result = failed(answer.code)
      if (result.kind !== 'rejected') return result
      // The idea was deleted or hidden while its story was written: the form has said that one can tell it anyway.
      const idea = await calls.read('entries', { id: ideaId })
      if (!idea.ok) return failed(idea.code)
      return idea.value === undefined ? done : result
    }
    // An earlier try was carried out, and its answer lost.
    const held = await calls.read('story_links', { id })
    return held.ok ? doneWith('story_links', held.value) : failed(held.code)
  },
  waitsFor: ({ ideaId }) => ideaId,
}
