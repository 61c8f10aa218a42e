/**
 * The problem of a password that the operator sets (D4): `must have …`, or `undefined`. Measured in the form in
 * which it is stored; bcrypt reads 72 bytes only, so a longer one would be weaker than it looks.
 */
export function passwordProblem(password: string): string | undefined {
  const stored = password.normalize('NFC')
  if (Array.from(stored).length < 10) return 'must have at least 10 characters'
  if (Buffer.byteLength(stored) > 72) return 'must have at most 72 bytes'
  return undefined
}
