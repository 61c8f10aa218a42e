// Runs before the first paint and is no module, because a module would come too late; inline
// it may not be (Content-Security-Policy). The two colours are `--color-paper` of tokens.css.
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
