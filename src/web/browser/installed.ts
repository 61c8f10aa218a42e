/** True in the installed app, false in a browser's tab. */
export function isInstalled(): boolean {
  const { standalone } = navigator as { readonly standalone?: boolean }
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}

/**
 * True in a tab of Safari, and of any browser on an iPhone or iPad: what a page stores there is deleted
 * after seven days of use of the browser without a visit; the installed app is exempt.
 * @see https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
 */
export function isSevenDayTab(): boolean {
  return navigator.vendor.startsWith('Apple') && !isInstalled()
}

/** True where the browser puts pages on a home screen in this way: on an iPhone or iPad, not on a Mac. */
export function hasHomeScreen(): boolean {
  return 'standalone' in navigator
}
