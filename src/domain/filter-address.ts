import { isCategory } from './category.ts'
import { emptyFilter, type EntryFilter } from './filter.ts'

/** The words of the address bar; German, because a person reads and shares them. */
const completionWords = { open: 'offen', completed: 'erledigt' } as const
const creatorWords = { mine: 'meine', partner: 'partner' } as const
const timeWords = { upcoming: 'geplant', past: 'vergangen', 'no-date': 'ohne-datum' } as const

/** The keys that tab and filters use in the address, e.g. `?bereich=ideen&zeit=geplant`. */
export const filterKeys = {
  category: 'bereich',
  completion: 'status',
  creator: 'von',
  ideasTime: 'zeit',
} as const

/** Tab and filters of an address; what is missing or unknown filters nothing. */
export function parseFilter(parameters: URLSearchParams): EntryFilter {
  const category = parameters.get(filterKeys.category) ?? ''
  return {
    category: isCategory(category) ? category : null,
    completion:
      meaning(completionWords, parameters.get(filterKeys.completion)) ?? emptyFilter.completion,
    creator: meaning(creatorWords, parameters.get(filterKeys.creator)) ?? emptyFilter.creator,
    ideasTime: meaning(timeWords, parameters.get(filterKeys.ideasTime)) ?? emptyFilter.ideasTime,
  }
}

/** The address of tab and filters; what filters nothing is left out. Inverse of `parseFilter`. */
export function formatFilter(filter: EntryFilter): URLSearchParams {
  const parameters = new URLSearchParams()
  const { category, completion, creator, ideasTime } = filter
  if (category !== null) parameters.set(filterKeys.category, category)
  if (completion !== 'all') parameters.set(filterKeys.completion, completionWords[completion])
  if (creator !== 'all') parameters.set(filterKeys.creator, creatorWords[creator])
  if (ideasTime !== 'all') parameters.set(filterKeys.ideasTime, timeWords[ideasTime])
  return parameters
}

function meaning<Value extends string>(
  words: Readonly<Record<Value, string>>,
  word: string | null,
): Value | undefined {
  return (Object.keys(words) as Value[]).find((value) => words[value] === word)
}
