export type TokenBuckets = ReturnType<typeof createTokenBuckets>

export interface BucketOptions {
  readonly capacity: number
  readonly refillSeconds: number
  /** Most keys remembered; beyond it the least recently used goes, so memory stays bounded. */
  readonly mostKeys?: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Token buckets by key: each lets `capacity` through at once and one more every `refillSeconds`. A key that is not
 * remembered has a full bucket.
 */
export function createTokenBuckets(options: BucketOptions) {
  const { capacity, refillSeconds, mostKeys = 10_000, now } = options
  const buckets = new Map<string, { tokens: number; at: number }>()

  function current(key: string): { tokens: number; at: number } {
    const at = now()
    const bucket = buckets.get(key)
    if (bucket === undefined) return { tokens: capacity, at }
    const gained = Math.max(0, at - bucket.at) / (refillSeconds * 1000)
    return { tokens: Math.min(capacity, bucket.tokens + gained), at }
  }

  function keep(key: string, bucket: { tokens: number; at: number }): void {
    buckets.delete(key)
    if (bucket.tokens >= capacity) return
    buckets.set(key, bucket)
    const oldest = buckets.size > mostKeys ? buckets.keys().next() : undefined
    if (oldest?.done === false) buckets.delete(oldest.value)
  }

  return {
    /** Takes one; returns the seconds to wait when there is none, else `undefined`. */
    take(key: string): number | undefined {
      const bucket = current(key)
      const enough = bucket.tokens >= 1
      if (enough) bucket.tokens -= 1
      keep(key, bucket)
      return enough ? undefined : Math.max(1, Math.ceil((1 - bucket.tokens) * refillSeconds))
    },
    /** Gives one back, for an attempt that turned out to be legitimate. */
    giveBack(key: string): void {
      const bucket = current(key)
      keep(key, { ...bucket, tokens: Math.min(capacity, bucket.tokens + 1) })
    },
    /** Forgets a key, as if it had never taken any. */
    reset(key: string): void {
      buckets.delete(key)
    },
  }
}
