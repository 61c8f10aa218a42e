/** The part behind the at sign of every sign-in identifier (D3). */
export const identifierDomain = '@tagebuch.internal'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const spelledOut: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  đ: 'd',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  þ: 'th',
  ð: 'd',
}

/**
 * The identifier that D3 asks for: the name's ASCII form plus `@tagebuch.internal`.
 * "Željka" gives `zeljka@tagebuch.internal`; a name without any Latin letter or digit gives
 * `undefined`, and its owner chooses an identifier.
 */
export function expectedIdentifier(name: string): string | undefined {
  const local = Array.from(name.normalize('NFC').toLowerCase())
    .map((letter) => spelledOut[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '')
  return local === '' ? undefined : `${local}${identifierDomain}`
}

/** True for lower-case ASCII letters, digits, dots and hyphens before `@tagebuch.internal`. */
export function isIdentifier(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?@tagebuch\.internal$/.test(text)
}
