/** The events, in order, so that a row that differs can be followed back. */
export interface Trace {
  note(who: string, what: string): void
  /** Records the ids of requests and answers; most lines are never needed. */
  ids(who: string, what: string, text: string): void
  /** The lines that name one of these ids, and those of the faults between them. */
  about(ids: readonly string[]): readonly string[]
  readonly lines: readonly string[]
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Kept in memory: a run of ten minutes writes some ten thousand lines. */
export function createTrace(now: () => number = () => Date.now()): Trace {
  const begun = now()
  const all: { readonly line: string; readonly ids: ReadonlySet<string> | undefined }[] = []
  const stamp = () => ((now() - begun) / 1000).toFixed(2).padStart(8)
  return {
    note(who, what) {
      all.push({ line: `${stamp()} ${who}: ${what}`, ids: undefined })
    },
    ids(who, what, text) {
      const ids = new Set(text.match(uuid) ?? [])
      if (ids.size > 0) all.push({ line: `${stamp()} ${who}: ${what}`, ids })
    },
    about: (wanted) =>
      all
        .filter(({ ids }) => ids === undefined || wanted.some((id) => ids.has(id)))
        .map(({ line, ids }) => {
          const named = wanted.filter((id) => ids?.has(id))
          return named.length === 0 ? line : `${line} [${named.join(' ')}]`
        }),
    get lines() {
      return all.map(({ line }) => line)
    },
  }
}
