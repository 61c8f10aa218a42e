import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'

/** Thirty ways in which a text has become a program elsewhere. None may do so here. */
export const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<body onload=alert(1)>',
  '<a href="javascript:alert(1)">hier</a>',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://example.org',
  'data:text/html,<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '\'><img src=x onerror="alert(1)">',
  '</script><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</title><svg onload=alert(1)>',
  '<!--<img src="--><img src=x onerror=alert(1)>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<details open ontoggle=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<object data="javascript:alert(1)"></object>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=//127.0.0.1:9/x.css>',
  '<style>@import "//127.0.0.1:9/x";</style>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}`${alert(1)}`',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u202e<b onmouseover=alert(1)>\u2066test</b>',
] as const

/** Dialogs that a page opened; a listener keeps Playwright from dismissing them unseen. */
export function dialogsOf(page: Page): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(dialog.message())
    void dialog.dismiss()
  })
  return seen
}

/** The scripts that the build puts into the page itself. */
const ownScripts = ['first-paint.js', 'app-files.js', 'app-styles.js', 'too-old.js'].map((name) =>
  readFileSync(new URL(`../../src/web/app/${name}`, import.meta.url), 'utf8'),
)

/** The forms that no text may take: elements and attributes that the app itself never makes. */
export async function intrusions(page: Page): Promise<string[]> {
  return page.evaluate((own) => {
    const selector =
      'iframe, object, embed, template, noscript + noscript, #root noscript, math, meta[http-equiv], body style, base, ' +
      '[onerror], [onload], [onfocus], [ontoggle], [onmouseover], [srcdoc], img[src="x"], ' +
      'link[href*="127.0.0.1:9"], details[open][ontoggle]'
    const found = [...document.querySelectorAll(selector)].map((element) => element.outerHTML)
    const scripts = [...document.scripts].filter(
      ({ src, type, text }) => src === '' && type !== 'application/json' && !own.includes(text),
    )
    const links = [...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol))
    return [...found, ...[...scripts, ...links].map((element) => element.outerHTML)]
  }, ownScripts)
}

/** Every value in every IndexedDB of the page, as one text. */
export async function localCopy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = async <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('IndexedDB refused')))
      })
    const texts: string[] = []
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const database = await answer(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        texts.push(JSON.stringify(await answer(rows.getAll())))
      }
      database.close()
    }
    return texts.join('\n')
  })
}

/** Scrolls through the list until cards with all these texts were seen; none may hold an intrusion. */
export async function expectCards(page: Page, texts: readonly string[]): Promise<void> {
  const missing = new Set(texts)
  await expect(async () => {
    const shown = (await page.getByRole('article').allInnerTexts()).join('\n')
    for (const text of missing) if (shown.includes(text)) missing.delete(text)
    expect(await intrusions(page)).toEqual([])
    await page.mouse.wheel(0, 800)
    expect([...missing]).toEqual([])
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))
}
