import { appTexts } from './app-texts.ts'

/** The service worker's own page, for a device that has neither the app's page nor a network. */
export function unreachablePage(): Response {
  const html = `<!doctype html>
<html lang="de">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${appTexts.noSettingsTitle}</title>
  <h1>${appTexts.noSettingsTitle}</h1>
  <p>${appTexts.noSettingsHint}</p>
  <p><a href="">${appTexts.reload}</a></p>
</html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    },
  })
}
