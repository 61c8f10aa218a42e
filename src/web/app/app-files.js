// The build puts it into the head of the page, behind first-paint.js (scripts/vite/first-paint.mjs).

// The code of the screens after the sign-in page, which would else be asked for after that of the first. What
// brings a copy of the journal is needed as early where this device has none; the question also has the browser
// open its databases while that code is on its way.
;(function () {
  if (!document.documentElement.hasAttribute('data-signed-in')) return
  /** @param {string} list */
  function askFor(list) {
    const names = document.querySelector(`meta[name="${list}"]`)?.getAttribute('content') ?? ''
    for (const name of names.split(' ').filter(Boolean)) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.crossOrigin = ''
      link.href = name
      document.head.append(link)
    }
  }
  async function hasCopy() {
    try {
      const { id } = JSON.parse(localStorage.getItem('tagebuch.person') ?? '')
      return (await indexedDB.databases()).some(({ name }) => name === `tagebuch-${id}`)
    } catch {
      // An older browser does not tell, nor one that forbids storage.
      return false
    }
  }
  askFor('signed-in-parts')
  void hasCopy().then((has) => has || askFor('client-parts'))
})()

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
