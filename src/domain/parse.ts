import * as v from 'valibot'

/**
 * Parses what comes from outside: a request, a frame, a file, a stored row. It stops at the first mistake, so
 * wrong input costs no more than its valid beginning; without that each of 100,000 wrong rows becomes an issue.
 * Every boundary parses with it, except the settings file, which names every mistake.
 *
 * @returns valibot's result; `issues` has the first mistake
 */
export function safeParse<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.SafeParseResult<Schema> {
  return v.safeParse(schema, input, { abortEarly: true, abortPipeEarly: true })
}

/** A text that is JSON of a schema. */
export function jsonText<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(v.string(), v.parseJson(), schema)
}

/** The parsed input; undefined if it is not of the schema. */
export function parseIfValid<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> | undefined {
  const parsed = safeParse(schema, input)
  return parsed.success ? parsed.output : undefined
}

/**
 * Reads a text: yields what `read` makes of it, and the mistake that the message names if that is undefined.
 *
 * @param message as "must be a day that exists"
 */
export function readBy<Value>(read: (text: string) => Value | undefined, message: string) {
  return v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
    const value = read(dataset.value)
    if (value !== undefined) return value
    addIssue({ message })
    return NEVER
  })
}

/** As `safeParse`, for what our own database or package answers: there a mistake is a bug and throws. */
export function parseOrThrow<Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  return v.parse(schema, input, { abortEarly: true, abortPipeEarly: true })
}
