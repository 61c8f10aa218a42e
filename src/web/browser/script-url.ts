/** The one Trusted Types policy of the app; the server's header allows no other name. */
interface ScriptUrlPolicy {
  createScriptURL(url: string): string
}
interface TrustedTypesWindow {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptUrlPolicy
  }
}

/** The service worker, and a worker of the build: these alone bring a Content-Security-Policy along. */
const ownScript = /^\/(?:sw|assets\/workers\/[\w-]+)\.js$/

let policy: ScriptUrlPolicy | undefined

/** The path of one of our own scripts, as a trusted URL in browsers that need one. */
export function scriptUrl(path: string): string {
  const trusted = (window as TrustedTypesWindow).trustedTypes
  if (trusted === undefined) return path
  policy ??= trusted.createPolicy('tagebuch', {
    createScriptURL(url) {
      if (!ownScript.test(url)) throw new TypeError('no script of ours')
      return url
    },
  })
  return policy.createScriptURL(path)
}
