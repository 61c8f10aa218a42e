const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/** The first coding of ours that `Accept-Encoding` names with a weight above zero (RFC 9110, 12.5.3). */
export function acceptedCoding(
  header: string | null,
  offered: readonly Coding[] = codings,
): Coding | undefined {
  const accepted = (header ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
      return weight !== undefined && !(Number(weight.replace(/^q\s*=/, '')) > 0) ? [] : [name]
    })
  return offered.find((coding) => accepted.includes(coding))
}
