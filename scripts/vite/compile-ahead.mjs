/** V8 reads it at the start of a script and compiles all of the functions as that loads, beside the page's work. */
const hint = '//# allFunctionsCalledOnLoad'

/**
 * Has the code of windows and popovers compiled when it is loaded, while the page is idle. Else the first press that opens
 * one waits for each of its functions.
 * @param {import('vite').Rolldown.RenderedChunk} chunk
 */
export function compileAhead({ moduleIds }) {
  const isKit = moduleIds.every((id) => /\/node_modules\/|\/src\/web\/ui\//.test(id))
  return isKit && moduleIds.some((id) => id.includes('/@base-ui/')) ? hint : ''
}
