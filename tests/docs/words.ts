import type { Citing } from './references.ts'

/** Phrases that a reader has to guess at, and names for which the field has its own word (docs/working-here.md, "Words"). */
const phrases =
  /\b(?:whatever|whoever|nobody|anew|so many|is told|goes with|gives way|holds up)\b/gi
const names = new RegExp(
  `(?<![\\w-])(?:${[
    'Belongings|AnswerWait|allRead|HeldReactions|OwnFrames|isRungAgain|hurry|mayWait|mayGoOn|openEarly',
    'journalComes|isDoubtful|setAside|isInsertSpent|isIdSpentForEver|mustStayKnown|endsAggregate',
    'Overtaken|noteOvertaking|SwitchOver|SwitchGate|HeldDraft|handOver|UnstoredDrafts|tab-presence|giveWay',
    'Surroundings|DrawnPart|isPreview|markAbove|holdAbove|comeHere|besideTheShape',
    'useStillnessUnderPointer|useKeptFocus|useRestingMemories',
    'createFairStart|createPlaces|createTurns|createEqualEffort|largest-network',
    'createLooks|useLooks|later-forms|untilVisible|whatPersonMaySee|judgeHandshake',
    'ghosts|put-back|taken-back|part-missing|bad-weather|bringWeather',
    'takeIn|takeIn(?:Rows|Table|Changes|Tab)|takeBack|takeUp|takeOver(?:Drafts|Outbox|Progress)|goOn|toldUntil|noteTold',
    'lookLasts|keptAlike|keptLoss|settle(?:SentEdit|SentReply|LostRows)|isOtherPage|RefusalReason|recordRefusal|PhotoRefusal|applyRefusal',
  ].join('|')})(?!\\w)`,
  'g',
)

/** A docstring that begins so is half a sentence. */
const halfSentences = /\/\*\* (?:What|Who)\b[^.]*/g

/** The phrases and names of a file, and in its path, that have a plainer form. */
export function coinedWords({ file, text }: Citing): readonly string[] {
  if (isExempt(file)) return []
  // A system's user has this name.
  const prose = `${file} ${text.replaceAll(/[`']nobody[`']/g, '')}`
  const found = [phrases, names, halfSentences].flatMap((words) => [...prose.matchAll(words)])
  return found.map(([word]) => `${file}: ${word}`)
}

/** Quotations, migrations that have run somewhere and what they made, and the lists themselves. */
function isExempt(file: string): boolean {
  return /^(?:src\/content\/|supabase\/(?:migrations\/|schema\.sql)|tests\/docs\/words)/.test(file)
}
