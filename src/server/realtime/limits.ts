/**
 * What one socket, one address and the whole room may ask for. Everything a stranger could make grow
 * is bounded here (the anonymous key is public, so anyone can open a socket).
 */
export interface Limits {
  /** Largest frame taken, in bytes. A join with a quote of 1000 characters in its filter fits well. */
  readonly frameBytes: number
  /** Frames per second and socket, after a burst of `frameBurst`. */
  readonly framesPerSecond: number
  readonly frameBurst: number
  readonly channelsPerSocket: number
  readonly bindingsPerChannel: number
  readonly socketsPerAddress: number
  readonly sockets: number
  /** Unsent bytes after which a reader counts as too slow and is dropped. */
  readonly bufferedBytes: number
  /** The same for a socket that is not signed in, which gets nothing but answers. */
  readonly anonymousBufferedBytes: number
  /** After this time, in ms, a socket without a signed-in channel may be closed for a new one. */
  readonly anonymousGrace: number
  /** A socket that sends nothing, not even a pong, for this long is gone, in ms. */
  readonly silence: number
  /** How often expiry and silence are checked, in ms. */
  readonly sweep: number
  /** How often the server looks for ended sessions (D9: they lose their sockets), in ms. */
  readonly recheck: number
  /**
   * How often the server checks whether anything was written, after which it writes a heartbeat
   * row, and how long the stream may take to deliver that row, in ms.
   */
  readonly heartbeat: number
  readonly heartbeatDeadline: number
}

export const defaultLimits: Limits = {
  frameBytes: 32 * 1024,
  framesPerSecond: 50,
  frameBurst: 150,
  channelsPerSocket: 16,
  bindingsPerChannel: 16,
  socketsPerAddress: 64,
  sockets: 256,
  bufferedBytes: 1024 * 1024,
  anonymousBufferedBytes: 128 * 1024,
  anonymousGrace: 5_000,
  silence: 75_000,
  sweep: 1_000,
  recheck: 500,
  heartbeat: 2_000,
  heartbeatDeadline: 2_500,
}
