/**
 * The origins that `PUBLIC_URL` names, comma-separated (D29); `undefined` if one is no plain `http`
 * or `https` address: a path, a query or user info would have no effect.
 */
export function publicUrls(text: string | undefined): readonly string[] | undefined {
  const parts = (text ?? '').split(',').flatMap((part) => part.trim() || [])
  const origins = parts.flatMap((part) => originOf(part) ?? [])
  return origins.length === parts.length ? [...new Set(origins)] : undefined
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin, protocol, href } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined
}
