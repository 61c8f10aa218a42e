// The build puts it behind the shapes of the page, so that these are drawn first (scripts/vite/first-paint.mjs).

// The app's styles. A link that a script inserts does not hold up the first paint.
;(function () {
  const path = document.querySelector('meta[name="styles"]')?.getAttribute('content')
  // The development server has them in the page.
  if (!path) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  document.head.append(link)
})()

// The code of the screens after the sign-in page: it would else be asked for after that of the first. Without
// a stored app there is hardly a copy of the journal, so what brings one is needed as early.
;(function () {
  if (!document.documentElement.hasAttribute('data-signed-in')) return
  const isStored = Boolean(navigator.serviceWorker?.controller)
  for (const list of isStored ? ['signed-in-parts'] : ['signed-in-parts', 'client-parts']) {
    const names = document.querySelector(`meta[name="${list}"]`)?.getAttribute('content') ?? ''
    for (const name of names.split(' ').filter(Boolean)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = name
      document.head.append(link)
    }
  }
})()

// For an app file that cannot be loaded: a browser cleared a part of the stored app, and the server has
// a newer one. The page would stay blank. This deletes the stored page and reloads, at most once a
// minute per tab, so that page and files come together; a second time the page says what is wrong.
;(function () {
  async function openAnew() {
    try {
      for (const name of await caches.keys()) await (await caches.open(name)).delete('/')
    } catch {
      // Over plain HTTP nothing is stored.
    }
    location.reload()
  }
  function mayTryAgain() {
    try {
      const key = 'tagebuch.opened-anew'
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
