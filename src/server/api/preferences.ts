/** The preferences that the client sends; `tx`, `resolution` and others have no use here. */
const known =
  /^(?:return=(?:minimal|representation|headers-only)|count=exact|missing=default|handling=(?:strict|lenient)|max-affected=\d{1,9})$/

/** The planner estimates from statistics over all rows, private ones too (D9): count exactly. */
const estimates = /^count=(?:planned|estimated)$/

const limiting = /^(?:handling|max-affected)=/

/** The `Prefer` of a request as Supabase Lite may see it; `''` for none. */
export function preferencesOf(request: Request): string {
  const given = (request.headers.get('prefer') ?? '')
    .split(',')
    .map((part) => part.trim().replace(estimates, 'count=exact'))
    .filter((part) => known.test(part))
  if (!changesOne(request)) return given.join(',')
  const most = given.includes('handling=strict') && given.includes('max-affected=0') ? 0 : 1
  const others = given.filter((part) => !limiting.test(part))
  return [...others, 'handling=strict', `max-affected=${most}`].join(',')
}

/**
 * Whether an update or deletion asks for exactly one row (`.single()`). Supabase Lite writes first
 * and counts then, so its 406 comes too late. With `max-affected=1` it counts before, and its
 * refusal becomes that 406.
 */
export function changesOne(request: Request): boolean {
  const accept = request.headers.get('accept') ?? ''
  return /^(?:PATCH|DELETE)$/.test(request.method) && accept.includes('vnd.pgrst.object')
}
