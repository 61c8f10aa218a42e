import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('../../src/web/app/', import.meta.url)

/**
 * Puts into the page, as they are, the scripts and the styles that the first paint needs, so that it
 * waits for no other file. The page's own script follows them in the head. The app's styles are asked for at the
 * page's end, and `main.tsx` waits for them: a style sheet that the page names itself would hold up the paint.
 * @returns {import('vite').Plugin}
 */
export function firstPaint() {
  return {
    name: 'journal-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        /** @type {import('vite').HtmlTagDescriptor[]} */
        const tags = [
          { tag: 'style', children: read('first-paint.css'), injectTo: 'head' },
          { tag: 'script', children: read('first-paint.js'), injectTo: 'head' },
        ]
        if (bundle === undefined) return tags
        const styles = html.match(/<link rel="stylesheet"[^>]* href="([^"]*)">/)
        if (styles === null) throw new Error('The page names no style sheet')
        const scripts = html.match(
          /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g,
        )
        const rest = [styles[0], ...(scripts ?? [])].reduce(
          (left, tag) => left.replace(tag, ''),
          html,
        )
        const first = [
          `<style>${read('first-paint.css')}</style>`,
          `<script>${read('first-paint.js')}</script>`,
          `<script>${read('too-old.js')}</script>`,
          `<script>${read('app-files.js')}</script>`,
          ...(scripts ?? []),
        ].join('\n')
        const last = `<script>${read('app-styles.js')}</script>`
        const path = { name: 'styles', content: styles[1] ?? '' }
        return {
          html: rest
            .replace('</head>', () => `${first}\n</head>`)
            .replace('</body>', () => `${last}\n</body>`),
          tags: [{ tag: 'meta', attrs: path, injectTo: 'head-prepend' }],
        }
      },
    },
  }
}

/** @param {string} name */
function read(name) {
  return readFileSync(fileURLToPath(new URL(name, folder)), 'utf8')
}
