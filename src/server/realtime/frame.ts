import * as v from 'valibot'

/** The two wire forms of Supabase Realtime: an object (1.0.0) and an array of five (2.0.0). */
export type Vsn = '1.0.0' | '2.0.0'

export interface Frame {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: unknown
}

const refSchema = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(64))), null)
const topicSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(255))
const eventSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))

const tupleSchema = v.pipe(
  v.array(v.unknown()),
  v.length(5),
  v.tuple([refSchema, refSchema, topicSchema, eventSchema, v.unknown()]),
)
const objectSchema = v.object({
  join_ref: refSchema,
  ref: refSchema,
  topic: topicSchema,
  event: eventSchema,
  payload: v.optional(v.unknown()),
})

/** Reads the serializer version from the handshake; the client's default is 2.0.0. */
export function parseVsn(value: string | null): Vsn | null {
  if (value === null || value === '2.0.0') return '2.0.0'
  return value === '1.0.0' ? value : null
}

/** Parses one incoming message; `null` means malformed, and its socket is closed. */
export function parseFrame(vsn: Vsn, data: Buffer, isBinary: boolean): Frame | null {
  if (isBinary) return vsn === '2.0.0' ? parseBinary(data) : null
  const json = parseJson(data.toString('utf8'))
  if (vsn === '1.0.0') {
    const parsed = v.safeParse(objectSchema, json)
    if (!parsed.success) return null
    const { join_ref: joinRef, ref, topic, event, payload } = parsed.output
    return { joinRef, ref, topic, event, payload }
  }
  const parsed = v.safeParse(tupleSchema, json)
  if (!parsed.success) return null
  const [joinRef, ref, topic, event, payload] = parsed.output
  return { joinRef, ref, topic, event, payload }
}

/** The wire form of a frame for a client that speaks `vsn`. */
export function encodeFrame(vsn: Vsn, frame: Frame): string {
  const { joinRef, ref, topic, event, payload } = frame
  return vsn === '1.0.0'
    ? JSON.stringify({ join_ref: joinRef, ref, topic, event, payload })
    : JSON.stringify([joinRef, ref, topic, event, payload])
}

/**
 * The client sends broadcasts as a binary frame (kind 3: six length bytes, then join_ref, ref, topic).
 * We carry no broadcasts; only the head is read, so that the push can be answered.
 */
function parseBinary(data: Buffer): Frame | null {
  if (data.length < 7 || data[0] !== 3) return null
  const sizes = [data.readUInt8(1), data.readUInt8(2), data.readUInt8(3)] as const
  const head = 7
  if (data.length < head + sizes[0] + sizes[1] + sizes[2]) return null
  const joinRef = data.toString('utf8', head, head + sizes[0])
  const ref = data.toString('utf8', head + sizes[0], head + sizes[0] + sizes[1])
  const topicStart = head + sizes[0] + sizes[1]
  const topic = data.toString('utf8', topicStart, topicStart + sizes[2])
  if (topic === '') return null
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {} }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
