// Runs before the first paint: the build puts it into the page (scripts/vite/first-paint.mjs), and the
// Content-Security-Policy names its hash. The two colours are `--color-paper` of tokens.css.
;(function () {
  let dark = false
  try {
    dark = localStorage.getItem('theme') === 'dark'
  } catch {
    // A browser that forbids storage shows the light theme.
  }
  document.documentElement.classList.toggle('dark', dark)
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? '#1d1816' : '#fbf7f1')
  document
    .querySelector('meta[name="color-scheme"]')
    ?.setAttribute('content', dark ? 'dark' : 'light')
})()
