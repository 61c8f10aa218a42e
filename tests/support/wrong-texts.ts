/** A boundary at which something from outside is parsed, with the largest wrong inputs of different forms. */
export interface Boundary {
  readonly name: string
  /** Each parses one input, and yields true if it was refused. */
  readonly inputs: readonly (() => boolean | Promise<boolean>)[]
}

export const bodyBytes = 64 * 1024

/** As many of these as fit. */
export const list = (item: string, size: number) =>
  `[${Array(Math.floor((size - 2) / (item.length + 1)))
    .fill(item)
    .join()}]`
/** As many keys of one letter and a number as fit, each with this value. */
export const record = (value: string, size: number) =>
  `{${Array.from({ length: Math.floor(size / (value.length + 9)) }, (_, index) => `"a${index}":${value}`).join()}}`

export const wrongBodies = [
  list('[]', bodyBytes),
  list('{"a":[]}', bodyBytes),
  list('1', bodyBytes),
  record('[]', bodyBytes),
  record('{}', bodyBytes),
  record('""', bodyBytes),
]

/** A boundary that parses each wrong body. */
export const bodyBoundary = (
  name: string,
  refuses: (given: string) => boolean | Promise<boolean>,
): Boundary => ({ name, inputs: wrongBodies.map((given) => async () => refuses(given)) })
