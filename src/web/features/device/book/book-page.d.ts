/** Script and style of the file that "Alles mitnehmen" makes; `scripts/vite/book-page.mjs` reads them. */
declare module 'virtual:book-page' {
  interface InlinePart {
    readonly text: string
    /** For a Content-Security-Policy: `sha256-…`. */
    readonly hash: string
  }
  export const script: InlinePart
  export const style: InlinePart
}
