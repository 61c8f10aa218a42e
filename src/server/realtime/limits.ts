/**
 * The limits of one socket, one address and the whole room. Everything a stranger could make grow is bounded here
 * (the anonymous key is public, so anyone can open a socket). Times are in ms.
 */
export const defaultLimits = {
  /** Largest frame taken, in bytes. A join with a quote of 1000 characters in its filter fits well. */
  frameBytes: 32 * 1024,
  /** Fragments of one message. Browsers send ours in one; each of them may keep a whole chunk of the network. */
  fragments: 4,
  /** Chunks of the network in which one frame may arrive: even segments of 536 bytes make 62 of the largest. */
  bufferedChunks: 64,
  /** How long a message may take from its first byte to its last. */
  messageTime: 10_000,
  /** A socket ends with this refused frame: what our clients send is not refused. */
  refusedFrames: 3,
  /** Frames per second and socket, after a burst of `frameBurst`. */
  framesPerSecond: 50,
  frameBurst: 150,
  channelsPerSocket: 16,
  bindingsPerChannel: 16,
  socketsPerAddress: 64,
  sockets: 256,
  /** Unsent bytes after which a reader counts as too slow and is dropped. */
  bufferedBytes: 1024 * 1024,
  /** The same for a socket that is not signed in, which gets nothing but answers. */
  anonymousBufferedBytes: 128 * 1024,
  /** After this time a socket without a signed-in channel may be closed for a new one. */
  anonymousGrace: 5_000,
  /** A socket that sends nothing, not even a pong, for this long is gone. */
  silence: 75_000,
  /** How often expiry and silence are checked. */
  sweep: 1_000,
  /** How often the server looks for ended sessions (D9: they lose their sockets). */
  recheck: 500,
  /** How often the sender of the change stream is asked, and how long its answer may take. */
  heartbeat: 2_000,
  heartbeatDeadline: 2_500,
}
export type Limits = Readonly<typeof defaultLimits>
