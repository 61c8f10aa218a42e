/** Characters that a line of a phone holds in the ordinary size, as measured with the bundled list. */
const lineOnPhone = 33
/** Lines the block has room for in the ordinary size. */
const room = 4

export interface TypeSize {
  readonly phone: 'ordinary' | 'small'
  readonly desktop: 'ordinary' | 'small'
}

/**
 * The size in which a quote fits the block, whose height never changes.
 *
 * @param text as drawn, with a poem's line breaks
 */
export function typeSize(text: string): TypeSize {
  const lines = text.split('\n')
  const onPhone = lines.reduce((sum, line) => sum + Math.ceil(line.length / lineOnPhone), 0)
  return {
    phone: onPhone > room ? 'small' : 'ordinary',
    desktop: lines.length > room ? 'small' : 'ordinary',
  }
}
