/** Joins the class names that apply, leaving out what is `undefined`, `false` or empty. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ')
}
