import { isCategory } from './category.ts'
import { emptyFilter, namedFilters, type EntryFilter } from './filter.ts'

/** The key of the tab in the address, e.g. `?bereich=ideen&zeit=geplant`. */
const tabKey = 'bereich'

/** Tab and filters of an address; what is missing or unknown filters nothing. */
export function parseFilter(parameters: URLSearchParams): EntryFilter {
  const category = parameters.get(tabKey) ?? ''
  const values = namedFilters.map(([name, { key, words }]) => {
    const word = parameters.get(key)
    return [name, Object.keys(words).find((value) => words[value] === word) ?? 'all']
  })
  return {
    ...emptyFilter,
    ...(Object.fromEntries(values) as Partial<EntryFilter>),
    category: isCategory(category) ? category : null,
  }
}

/** The address of tab and filters; what filters nothing is left out. Inverse of `parseFilter`. */
export function formatFilter(filter: EntryFilter): URLSearchParams {
  const parameters = new URLSearchParams()
  if (filter.category !== null) parameters.set(tabKey, filter.category)
  for (const [name, { key, words }] of namedFilters) {
    const word = words[filter[name]]
    if (word !== undefined) parameters.set(key, word)
  }
  return parameters
}
