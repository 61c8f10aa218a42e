import type { Timers } from '../../browser/timers.ts'
import { webLocks } from '../../browser/web-locks.ts'

/** Tells whether another tab of this browser is still open, so that its open forms keep their text. */
export interface TabLiveness {
  /** Resolves once other tabs can see that this one is open. */
  show(): Promise<void>
  /** False for a tab that was closed or has crashed. */
  isOpen(tab: string): Promise<boolean>
  stop(): void
}

/** Web Locks: each tab holds one of its own, which the browser frees when the tab ends. */
export function lockLiveness(locks: LockManager, scope: string, tab: string): TabLiveness {
  const nameOf = (one: string) => `${scope}-tab-${one}`
  let end: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => {
    end = resolve
  })
  let shown: Promise<void> | undefined

  async function hold(): Promise<void> {
    return new Promise((resolve) => {
      const request = async () =>
        locks.request(nameOf(tab), async () => {
          resolve()
          return stopped
        })
      // A tab that cannot be seen may lose its draft to another; its text is on the screen still.
      request().catch(() => resolve())
    })
  }

  return {
    show: async () => (shown ??= hold()),
    async isOpen(other) {
      try {
        // Shared, so that two tabs may ask at the same time.
        const options = { mode: 'shared', ifAvailable: true } as const
        return await locks.request(nameOf(other), options, (lock) => lock === null)
      } catch {
        // If site data is blocked there are no locks, and no copy that tabs could share.
        return false
      }
    },
    stop: () => end(),
  }
}

/** How long a tab has to answer, in milliseconds; a busy one may need a while. */
const answerTime = 1000

/**
 * Over plain HTTP a browser has no Web Locks: tabs ask each other. Not a lease that is renewed: a
 * browser slows the timers of a tab in the background down to one a minute, but it delivers messages.
 */
export function channelLiveness(scope: string, tab: string, timers: Timers): TabLiveness {
  let channel: BroadcastChannel | undefined
  const asked = new Map<string, Set<() => void>>()

  function opened(): BroadcastChannel | undefined {
    // Without channels no other tab can be asked: none counts as open.
    if (channel !== undefined || typeof BroadcastChannel === 'undefined') return channel
    const made = new BroadcastChannel(`${scope}-tabs`)
    // A channel has no target origin: it reaches the tabs of this origin alone.
    /* oxlint-disable unicorn/require-post-message-target-origin */
    made.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === `open? ${tab}`) made.postMessage(`open: ${tab}`)
      for (const answered of asked.get(String(data)) ?? []) answered()
    })
    channel = made
    return made
  }

  return {
    async show() {
      opened()
    },
    async isOpen(other) {
      const asking = opened()
      if (asking === undefined) return false
      const answer = `open: ${other}`
      const waiting = asked.get(answer) ?? new Set()
      asked.set(answer, waiting)
      return new Promise((resolve) => {
        const tell = (isOpen: boolean) => {
          cancel()
          waiting.delete(answered)
          resolve(isOpen)
        }
        const answered = () => tell(true)
        const cancel = timers.after(answerTime, () => tell(false))
        waiting.add(answered)
        asking.postMessage(`open? ${other}`)
        /* oxlint-enable unicorn/require-post-message-target-origin */
      })
    },
    stop() {
      channel?.close()
      channel = undefined
    },
  }
}

/** The best that this browser has. */
export function createTabLiveness(scope: string, tab: string, timers: Timers): TabLiveness {
  const locks = webLocks()
  return locks === undefined ? channelLiveness(scope, tab, timers) : lockLiveness(locks, scope, tab)
}
