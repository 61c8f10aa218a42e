/** A clock time half a day away in the journal's time zone. */
export function elsewhen(): string {
  const later = new Date(Date.now() + 12 * 3_600_000)
  return later.toLocaleTimeString('de-DE', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
  })
}
