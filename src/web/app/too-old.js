// The build puts it into the head of the page (scripts/vite/first-paint.mjs). Browsers older than the build's
// target must be able to read it: no arrow functions, no `?.`.

// A browser that cannot read the app's code, or knows no modules, would show "Laden..." for ever. What could
// not be fetched is the matter of app-files.js.
;(function () {
  let isMissing = false
  window.addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) isMissing = true
    },
    true,
  )
  window.addEventListener('load', function () {
    if (isMissing || document.documentElement.hasAttribute('data-started')) return
    const text = document.createElement('p')
    text.className = 'first-sentence'
    text.textContent =
      'Dieser Browser ist zu alt für das Tagebuch – bitte aktualisiere ihn oder nimm einen neueren.'
    const root = document.getElementById('root')
    if (root !== null) root.textContent = ''
    document.body.appendChild(text)
  })
})()
