/**
 * The text of a field at the moment of sending: password managers, extensions and accessibility tools may set it
 * without an event, so that React knows nothing of it.
 *
 * @param known what React has
 */
export function fieldValue(field: Element | null | undefined, known: string): string {
  if (field instanceof HTMLInputElement)
    return field.value === known.replace(/[\r\n]/gu, '') ? known : field.value
  if (field instanceof HTMLTextAreaElement)
    return field.value === known.replace(/\r\n?/gu, '\n') ? known : field.value
  return known
}
