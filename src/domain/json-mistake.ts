/**
 * The place at which a text stops being JSON, as editors count it: both from 1, the column in characters; undefined if it
 * is JSON. The messages of `JSON.parse` name the place
 * in some versions of Node only, and quote the text.
 */
export function jsonMistake(text: string) {
  const at = new JsonScan(text).mistake()
  if (at === undefined) return undefined
  const lines = text.slice(0, at).split(/\r\n|\r|\n/)
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 }
}

/** The pieces of RFC 8259. */
const space = /[ \t\r\n]*/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const characters = /(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy

class Mistake extends Error {}

class JsonScan {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The offset of the first character that cannot be there; the text's length if its end is missing. */
  mistake(): number | undefined {
    try {
      this.#value()
      return this.#at === this.#text.length ? undefined : this.#at
    } catch (error) {
      // A text nested deeper than the stack is no settings file either.
      if (error instanceof Mistake || error instanceof RangeError) return this.#at
      throw error
    }
  }

  #value(): void {
    this.#skip(space)
    if (this.#takes('{')) this.#list('}', () => this.#member())
    else if (this.#takes('[')) this.#list(']', () => this.#value())
    else if (this.#takes('"')) this.#restOfString()
    else if (!this.#skip(scalar)) throw new Mistake()
    this.#skip(space)
  }

  #list(end: string, item: () => void): void {
    this.#skip(space)
    if (this.#takes(end)) return
    do item()
    while (this.#takes(','))
    this.#require(end)
  }

  #member(): void {
    this.#skip(space)
    this.#require('"')
    this.#restOfString()
    this.#skip(space)
    this.#require(':')
    this.#value()
  }

  #restOfString(): void {
    this.#skip(characters)
    this.#require('"')
  }

  #require(character: string): void {
    if (!this.#takes(character)) throw new Mistake()
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  /** True if the pattern matched more than nothing here. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found !== ''
  }
}
