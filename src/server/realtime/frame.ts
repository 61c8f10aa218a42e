import * as v from 'valibot'
import { parseIfValid } from '../../domain/parse.ts'

/** A message of serializer 2.0.0, the client's default: an array of these five. */
export interface Frame {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: unknown
}

const refSchema = v.nullable(v.pipe(v.string(), v.maxLength(64)))
const topicSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(255))
const eventSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const frameSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.unknown()),
  v.length(5),
  v.tuple([refSchema, refSchema, topicSchema, eventSchema, v.unknown()]),
)

/** Parses one incoming message; `null` means malformed, and its socket is closed. */
export function parseFrame(data: Buffer, isBinary: boolean): Frame | null {
  if (isBinary) return parseBinary(data)
  const parsed = parseIfValid(frameSchema, data.toString('utf8'))
  if (parsed === undefined) return null
  const [joinRef, ref, topic, event, payload] = parsed
  return { joinRef, ref, topic, event, payload }
}

export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame): string {
  return JSON.stringify([joinRef, ref, topic, event, payload])
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
