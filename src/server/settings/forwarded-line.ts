/** The line of log and doctor about a proxy in front that no setting names. */
export const forwardedLine =
  'requests carry X-Forwarded-For or X-Forwarded-Proto, and TRUST_PROXY is off: if they come from a reverse ' +
  'proxy, set TRUST_PROXY=1. Without it all devices have one address, and the wrong tries of a stranger lock ' +
  'both people out'
