import { hash } from 'bcryptjs'

/**
 * bcrypt's work factor for new passwords and for the comparison that an unknown name costs. Every version
 * had this one, and GoTrue has it, so a known and an unknown name take equally long.
 */
export const passwordCost = 10

/** bcrypt hash in the form that GoTrue stores in `auth.users`, of the NFC form. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), passwordCost)
}

/**
 * The forms in which a typed password is tried: as typed, then in NFC and NFD. A phone may compose
 * what a computer types as letter and mark; hashes of older accounts may be of any form.
 */
export function passwordForms(password: string): readonly string[] {
  return [...new Set([password, password.normalize('NFC'), password.normalize('NFD')])]
}

const consonants = 'bdfghkmnprstvz'
const vowels = 'aeiou'

/**
 * A password that can be read aloud: five groups of two syllables and a number, about 62 bits.
 * `randomInt(bound)` gives a whole number from 0 up to, not including, `bound`.
 */
export function readablePassword(randomInt: (bound: number) => number): string {
  const letter = (from: string) => from.charAt(randomInt(from.length))
  const syllable = () => letter(consonants) + letter(vowels)
  const groups = Array.from({ length: 4 }, () => syllable() + syllable())
  return [...groups, String(1000 + randomInt(9000))].join('-')
}
