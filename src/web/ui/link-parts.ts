import { parseUrl } from './parse-url.ts'

/** A piece of an entry's text: plain, or an address that may be opened. */
export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'link'
      readonly text: string
      /** The text in place of one that looks like another host. */
      readonly shown?: string
      readonly href: string
    }

/**
 * An emoji and a character that is not seen end an address, as a space does: people write them behind it,
 * and controls would show it in another order than it is opened.
 */
const address =
  /https?:\/\/(?:(?![0-9#*]\uFE0F?\u20E3)[^\s<>"„“”‟«»‹›\u2800\p{C}\p{Default_Ignorable_Code_Point}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}])+/giu
/** Punctuation that ends the sentence around an address rather than the address. */
const trailing = /[.,;:!?'‘’‚‛…*_~–—]+$/u

/**
 * Splits a text at the http and https addresses in it; the pieces put together are the text.
 * No other scheme ever becomes a link; what `URL` does not accept, and an address with user info,
 * stays text.
 */
export function partsOf(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const found = withoutSentence(match[0])
    const href = hrefOf(found)
    if (href === undefined) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    const link = { kind: 'link', text: found, href } as const
    parts.push(showsItsHost(found) ? link : { ...link, shown: href })
    end = match.index + found.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** Cuts closing punctuation and brackets that were opened outside the address. */
function withoutSentence(found: string): string {
  const cut = found.replace(trailing, '')
  const last = cut.at(-1)
  const unopened =
    (last === ')' && count(cut, '(') < count(cut, ')')) ||
    (last === ']' && count(cut, '[') < count(cut, ']'))
  const rest = unopened ? cut.slice(0, -1) : cut
  return rest === found ? found : withoutSentence(rest)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** Letters as people here write them, and what else a host or its port is made of. */
const plainHost = /^[\p{Script=Latin}\p{M}\d.:[\]-]*$/u

/**
 * False where the host that one reads is not the one that is opened: of a character that only looks like a slash (U+2215)
 * it is a part, and of a letter in a circle (ⓑ) a plain letter is opened.
 */
function showsItsHost(text: string): boolean {
  const [host = ''] = text.replace(/^https?:\/\//i, '').split(/[/?#\\]/u)
  return plainHost.test(host) && host.normalize('NFKC') === host.normalize('NFC')
}

function hrefOf(text: string): string | undefined {
  const url = parseUrl(text)
  if (url === undefined) return undefined
  const { protocol, hostname, href, username, password } = url
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // `https://bank.example@elsewhere.example` shows one host and opens another.
  const hasUserInfo = username !== '' || password !== '' || /^[^/]*\/\/[^/?#\\]*@/u.test(text)
  return isWeb && hostname !== '' && !hasUserInfo ? href : undefined
}
