/** A script fills fields in Firefox: React takes that for its own setting, unless it remembers another text. */
export const noticeFills = `addEventListener('input', (event) => event.target._valueTracker?.setValue('\\0'), true)`

/** The same quotes in the same order in each page, so that no test depends on what is drawn. */
export function sameChance(): void {
  let seed = 11
  Math.random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

/** Fills the sign-in form as some password managers do: nothing is typed, and `change` is all they send. */
export function autofill({ name, password }: { name: string; password: string }): void {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (const [autocomplete, text] of [
    ['username', name],
    ['current-password', password],
  ] as const) {
    const field = document.querySelector(`input[autocomplete="${autocomplete}"]`)
    if (field === null) throw new Error(`no field for ${autocomplete}`)
    value?.set?.call(field, text)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
