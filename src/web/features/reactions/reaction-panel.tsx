import { reactionEmoji, type ReactionEmoji } from '../../../domain/reaction.ts'
import { classNames } from '../../ui/class-names.ts'
import { isMine, type ReactionGroup } from './reaction-groups.ts'
import { emojiLabels, reactionTexts } from './reactions-texts.ts'

interface ReactionPanelProps {
  readonly groups: readonly ReactionGroup[]
  readonly onChoose: (emoji: ReactionEmoji) => void
}

/** The people who reacted, and the grid of 15 (D18). */
export function ReactionPanel({ groups, onChoose }: ReactionPanelProps) {
  return (
    <div className="grid gap-3">
      {groups.length > 0 && (
        <ul aria-label={reactionTexts.title} className="grid gap-1 px-1">
          {groups.map((group) => (
            <li key={group.emoji} className="flex items-center gap-2.5">
              <span aria-hidden="true" className="text-lg">
                {group.emoji}
              </span>
              <span className="sr-only">{group.label}</span>
              <span className="text-sm font-semibold">{group.names}</span>
            </li>
          ))}
        </ul>
      )}
      <fieldset
        aria-label={reactionTexts.grid}
        className={classNames(
          'grid w-fit grid-cols-5 gap-1',
          groups.length > 0 && 'border-t border-line pt-3',
        )}
      >
        {reactionEmoji.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={emojiLabels[emoji]}
            aria-pressed={isMine(groups, emoji)}
            title={emojiLabels[emoji]}
            onClick={() => onChoose(emoji)}
            className="grid size-[min(3.25rem,15vw)] place-items-center rounded-md border-2 border-transparent text-xl hover:bg-paper-deep active:scale-90 active:transition-transform aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            {emoji}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
