// The app's styles. The build puts this at the end of the page, so that its first words are drawn before
// (scripts/vite/first-paint.mjs); a link that a script inserts does not hold up the first paint.
;(function () {
  const path = document.querySelector('meta[name="styles"]')?.getAttribute('content')
  // The development server has them in the page.
  if (!path) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  document.head.append(link)
})()
