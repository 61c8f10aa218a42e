// Runs before the first paint. It is not a module, which would run too late, and not inline, which
// the Content-Security-Policy forbids. The two colours are `--color-paper` of tokens.css.
;(function () {
  let dark = false
  try {
    dark = localStorage.getItem('theme') === 'dark'
  } catch {
    // A browser that forbids storage shows the light theme.
  }
  document.documentElement.classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]').content = dark ? '#1d1816' : '#fbf7f1'
  document.querySelector('meta[name="color-scheme"]').content = dark ? 'dark' : 'light'
})()

// Which shape the page shows until its code is here; with a person, the code of the screens after the
// sign-in page is asked for at once, not after that of the first.
;(function () {
  let isSignedIn = false
  try {
    isSignedIn = localStorage.getItem('tagebuch.person') !== null
  } catch {
    // Without storage nobody is remembered.
  }
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
  if (!isSignedIn) return
  const names = document.querySelector('meta[name="signed-in-parts"]')?.content ?? ''
  for (const name of names.split(' ').filter((one) => one !== '')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = name
    document.head.append(link)
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
    document.getElementById('root').replaceChildren(text)
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
