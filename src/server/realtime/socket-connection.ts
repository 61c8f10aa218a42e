import type { RawData, WebSocket } from 'ws'
import { networksOf } from '../guard/client-address.ts'
import { createTokenBuckets, type TokenBuckets } from '../guard/token-buckets.ts'
import type { ChannelDeps } from './channel-deps.ts'
import { Channel, type Link } from './channel.ts'
import { encodeFrame, parseFrame, type Frame } from './frame.ts'
import type { AccessTokenClaims } from '../accounts/access-token.ts'
import { parseAccessToken, parseJoin } from './join.ts'

const policyViolation = 1008
const topicPrefix = 'realtime:'
/** How long a closing handshake may take before the socket is cut, in ms. */
const closeTimeoutMs = 500
/** Bytes of a client's ping or pong before what it carries. */
const controlFrameHead = 6

/** A hosted project's words for a private channel; presence and broadcast get them here, too. */
const noPermission = (to: 'read from' | 'write to', topic: string): string =>
  `Unauthorized: You do not have permissions to ${to} this Channel topic: ${topic.slice(topicPrefix.length)}`

/** One client's socket with its channels. */
export class Connection implements Link {
  readonly networks: readonly string[]
  /** Milliseconds since 1970. */
  readonly since: number
  readonly #deps: ChannelDeps
  readonly #socket: WebSocket
  readonly #channels = new Map<string, Channel>()
  readonly #frames: TokenBuckets
  #heard: number
  #pinged: number
  /** When the message that is arriving began, in ms since 1970; `undefined` between two messages. */
  #begun: number | undefined
  /** Bytes of it that have arrived. */
  #unfinished = 0
  #refused = 0

  /** `socket` is open already. */
  constructor(deps: ChannelDeps, socket: WebSocket, address: string) {
    this.networks = networksOf(address)
    this.since = deps.now()
    this.#heard = this.since
    this.#pinged = this.since
    this.#deps = deps
    this.#socket = socket
    const { frameBurst: capacity, framesPerSecond } = deps.limits
    const refillSeconds = 1 / framesPerSecond
    this.#frames = createTokenBuckets({ capacity, refillSeconds, now: deps.now })
    socket.on('message', (data, isBinary) => {
      this.#unfinished = -Infinity
      this.#receive(data, isBinary)
    })
    socket.on('ping', (data) => this.#receiveControl(data))
    socket.on('pong', (data) => {
      this.#receiveControl(data)
      this.#heard = deps.now()
    })
    // A frame that is too large or not UTF-8 arrives here; `ws` closes the socket itself.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      for (const channel of this.#channels.values()) channel.end()
    })
  }

  /** Whether any of its channels acts for a person. */
  isSignedIn(): boolean {
    return [...this.#channels.values()].some((channel) => channel.claims() !== null)
  }

  /** The claims of its channels' tokens. */
  claims(): readonly AccessTokenClaims[] {
    return [...this.#channels.values()].flatMap((channel) => channel.claims() ?? [])
  }

  /** A chunk of the network was read, and what it completes was received. */
  receivedChunk({ length }: Buffer): void {
    this.#unfinished = Math.max(0, this.#unfinished + length)
    this.#begun = this.#unfinished === 0 ? undefined : (this.#begun ?? this.#deps.now())
  }

  /** Ends what has expired, is too slow or sent no heartbeat; called about once a second. */
  sweep(): void {
    const now = this.#deps.now()
    const { silence, messageTime } = this.#deps.limits
    if (this.#begun !== undefined && now - this.#begun > messageTime) this.#socket.terminate()
    for (const channel of this.#channels.values()) {
      const exp = channel.claims()?.exp
      if (exp !== undefined && exp * 1000 <= now) channel.refuse('expired')
    }
    if (now - this.#heard > silence) this.#socket.terminate()
    else if (now - this.#pinged > silence / 3) {
      this.#pinged = now
      this.#socket.ping()
    }
  }

  /** The session has ended: tells its channels, then closes the socket. */
  endSession(session: string): void {
    const ended = [...this.#channels.values()].filter(
      (channel) => channel.claims()?.session_id === session,
    )
    for (const channel of ended) channel.refuse('revoked')
    if (ended.length > 0) this.close(policyViolation, 'session ended')
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), closeTimeoutMs).unref()
  }

  send(frame: Frame): void {
    const socket = this.#socket
    if (socket.readyState !== socket.OPEN) return
    const { bufferedBytes, anonymousBufferedBytes } = this.#deps.limits
    // No closing handshake if the client is too slow: its queue is already full.
    if (socket.bufferedAmount > (this.isSignedIn() ? bufferedBytes : anonymousBufferedBytes))
      socket.terminate()
    else socket.send(encodeFrame(frame))
  }

  closed(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic)
  }

  /** Pings and pongs are no part of the message between whose fragments they come. */
  #receiveControl({ length }: Buffer): void {
    this.#unfinished -= controlFrameHead + length
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#heard = this.#deps.now()
    if (this.#frames.take('') !== undefined) return this.close(policyViolation, 'too many frames')
    const frame = parseFrame(asBuffer(data), isBinary)
    if (frame === null) return this.close(policyViolation, 'malformed frame')
    this.#handle(frame)
  }

  #handle(frame: Frame): void {
    const { topic, event, joinRef } = frame
    if (topic === 'phoenix' && event === 'heartbeat') return this.#reply(frame, 'ok', {})
    if (event === 'phx_join' && topic.startsWith(topicPrefix)) return this.#join(frame)
    const channel = this.#channels.get(topic)
    const isStale = channel !== undefined && joinRef !== null && joinRef !== channel.joinRef
    if (channel !== undefined && !isStale) return this.#handleJoined(channel, frame)
    if (event === 'phx_leave') return this.#reply(frame, 'ok', {})
    this.#refuse(frame, 'unmatched topic')
  }

  #handleJoined(channel: Channel, frame: Frame): void {
    switch (frame.event) {
      case 'phx_leave':
        return channel.leave(frame.ref)
      case 'access_token': {
        const token = parseAccessToken(frame.payload)
        if (token === undefined) return channel.refuse('invalid')
        void channel.takeToken(token)
        return
      }
      case 'broadcast':
      case 'presence':
        return this.#refuse(frame, noPermission('write to', frame.topic))
      default:
    }
  }

  #join(frame: Frame): void {
    const request = parseJoin(frame.payload)
    if (request === null) return this.#refuse(frame, 'RealtimeChannel config is not valid')
    const earlier = this.#channels.get(frame.topic)
    const { bindingsPerChannel, channelsPerSocket } = this.#deps.limits
    if (frame.topic === topicPrefix)
      return this.#refuse(frame, 'TopicNameRequired: You must provide a topic name')
    if (request.needsPermission) return this.#refuse(frame, noPermission('read from', frame.topic))
    if (request.bindings.length > bindingsPerChannel)
      return this.#refuse(frame, 'TooManyBindings: Too many postgres_changes')
    if (earlier === undefined && this.#channels.size >= channelsPerSocket)
      return this.#refuse(frame, 'ChannelRateLimitReached: Too many channels')
    earlier?.close()
    const channel = new Channel(this.#deps, this, frame.topic, frame.joinRef ?? frame.ref)
    this.#channels.set(frame.topic, channel)
    void channel.join(frame.ref, request)
  }

  #refuse(frame: Frame, reason: string): void {
    this.#reply(frame, 'error', { reason })
    this.#refused += 1
    if (this.#refused >= this.#deps.limits.refusedFrames)
      this.close(policyViolation, 'too many refused frames')
  }

  #reply(frame: Frame, status: 'ok' | 'error', response: unknown): void {
    const { joinRef, ref, topic } = frame
    if (ref === null) return
    this.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }
}

function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
