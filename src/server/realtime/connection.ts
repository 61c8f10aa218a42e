import type { RawData, WebSocket } from 'ws'
import { createTokenBuckets } from '../guard/token-buckets.ts'
import { createChannel, type Channel, type Link } from './channel.ts'
import { encodeFrame, parseFrame, type Frame, type Vsn } from './frame.ts'
import type { AccessClaims } from './identity.ts'
import { parseAccessToken, parseJoin } from './join.ts'
import type { Room } from './room.ts'

/** One client's socket with its channels. */
export interface Connection {
  readonly address: string
  /** Milliseconds since 1970. */
  readonly since: number
  /** Whether any of its channels acts for a person. */
  isSignedIn(): boolean
  /** What the tokens of its channels say. */
  claims(): readonly AccessClaims[]
  /** Ends whatever has expired or fallen silent; called every second or so. */
  sweep(): void
  /** The session has ended: its channels are told, then the socket closes. */
  endSession(session: string): void
  close(code: number, reason: string): void
}

const policyViolation = 1008
/** How long a closing handshake may take before the socket is cut, in ms. */
const farewell = 500

export function openConnection(
  room: Room,
  socket: WebSocket,
  vsn: Vsn,
  address: string,
  onClosed: (connection: Connection) => void,
): Connection {
  const channels = new Map<string, Channel>()
  const frames = createTokenBuckets({
    capacity: room.limits.frameBurst,
    refillSeconds: 1 / room.limits.framesPerSecond,
    now: room.now,
  })
  let heard = room.now()
  let pinged = heard

  const link: Link = {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      const { bufferedBytes, anonymousBufferedBytes } = room.limits
      if (
        socket.bufferedAmount > (connection.isSignedIn() ? bufferedBytes : anonymousBufferedBytes)
      ) {
        // No farewell: its queue is full already.
        socket.terminate()
        return
      }
      socket.send(encodeFrame(vsn, frame))
    },
    closed(channel) {
      if (channels.get(channel.topic) === channel) channels.delete(channel.topic)
    },
  }

  function close(code: number, reason: string): void {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), farewell).unref()
  }

  function reply(frame: Frame, status: 'ok' | 'error', response: unknown): void {
    const { joinRef, ref, topic } = frame
    if (ref === null) return
    link.send({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } })
  }

  function join(frame: Frame): void {
    const request = parseJoin(frame.payload)
    const earlier = channels.get(frame.topic)
    if (request === null) {
      reply(frame, 'error', { reason: 'RealtimeChannel config is not valid' })
    } else if (request.bindings.length > room.limits.bindingsPerChannel) {
      reply(frame, 'error', { reason: 'TooManyBindings: Too many postgres_changes' })
    } else if (earlier === undefined && channels.size >= room.limits.channelsPerSocket) {
      reply(frame, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
    } else {
      earlier?.close()
      const channel = createChannel(room, link, frame.topic, frame.joinRef ?? frame.ref)
      channels.set(frame.topic, channel)
      void channel.join(frame.ref, request)
    }
  }

  function handle(frame: Frame): void {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return reply(frame, 'ok', {})
    if (frame.event === 'phx_join' && frame.topic.startsWith('realtime:')) return join(frame)
    const channel = channels.get(frame.topic)
    const isStale =
      channel !== undefined && frame.joinRef !== null && frame.joinRef !== channel.joinRef
    if (channel === undefined || isStale) {
      const left = frame.event === 'phx_leave'
      return reply(frame, left ? 'ok' : 'error', left ? {} : { reason: 'unmatched topic' })
    }
    return handleJoined(channel, frame)
  }

  function handleJoined(channel: Channel, frame: Frame): void {
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
        // Two partners' journal has neither; the client is told, so that nobody relies on it.
        return reply(frame, 'error', { reason: `This server carries no ${frame.event}` })
      default:
    }
  }

  function receive(data: RawData, isBinary: boolean): void {
    heard = room.now()
    if (frames.take('') !== undefined) return close(policyViolation, 'too many frames')
    const frame = parseFrame(vsn, asBuffer(data), isBinary)
    if (frame === null) return close(policyViolation, 'malformed frame')
    handle(frame)
  }

  const connection: Connection = {
    address,
    since: heard,
    isSignedIn: () => [...channels.values()].some((channel) => channel.identity() !== null),
    claims: () => [...channels.values()].flatMap((channel) => channel.identity()?.claims ?? []),
    sweep() {
      const now = room.now()
      for (const channel of channels.values()) {
        const exp = channel.identity()?.claims.exp
        if (exp !== undefined && exp * 1000 <= now) channel.refuse('expired')
      }
      if (now - heard > room.limits.silence) socket.terminate()
      else if (now - pinged > room.limits.silence / 3) {
        pinged = now
        socket.ping()
      }
    },
    endSession(session) {
      const ended = [...channels.values()].filter(
        (channel) => channel.identity()?.claims.session_id === session,
      )
      for (const channel of ended) channel.refuse('revoked')
      if (ended.length > 0) close(policyViolation, 'session ended')
    },
    close,
  }

  socket.on('message', receive)
  socket.on('pong', () => {
    heard = room.now()
  })
  // A frame that is too large or not UTF-8 arrives here; `ws` closes the socket itself.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const channel of channels.values()) channel.discard()
    onClosed(connection)
  })
  return connection
}

function asBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}
