// The build puts it into the head of the page (scripts/vite/first-paint.mjs).

// For an app file that cannot be loaded: a browser cleared a part of the stored app, and the server has
// a newer one. The page would stay blank. This deletes the stored page and reloads, at most once a
// minute per tab, so that page and files come together; a second time the page says what is wrong. In a
// network that answers with its own sign-in page the stored page is the last one and stays.
;(function () {
  async function openAnew() {
    try {
      const page = await fetch('/', { cache: 'no-store', redirect: 'error' })
      if (!page.ok || !(await page.text()).includes('name="styles"')) return say()
      for (const name of await caches.keys()) await (await caches.open(name)).delete('/')
    } catch {
      // Over plain HTTP nothing is stored.
    }
    location.reload()
  }
  function mayTryAgain() {
    try {
      const key = 'tagebuch.loaded-again'
      const last = Number(sessionStorage.getItem(key))
      sessionStorage.setItem(key, String(Date.now()))
      return Math.abs(Date.now() - last) > 60_000
    } catch {
      return false
    }
  }
  function say() {
    const link = document.createElement('a')
    link.href = location.href
    link.textContent = 'Seite neu laden'
    const text = document.createElement('p')
    text.append('Das Tagebuch ließ sich nicht öffnen. Bitte prüfe deine Verbindung. ', link)
    text.style.padding = '2rem'
    document.getElementById('root')?.replaceChildren(text)
  }
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
      if (!mayTryAgain()) say()
      else void openAnew()
    },
    true,
  )
})()
