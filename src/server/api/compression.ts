import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedCoding, type Coding } from '../guard/accepted-coding.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** In bytes; compressing a shorter body costs more than it gains. */
const worthIt = 4096

/** Pages that are compressed at a time, each in a thread of libuv; others go as they are. */
const mostAtOnce = 3
let underWay = 0

/**
 * Compresses a page of backfill with brotli or gzip, as the browser accepts. No other answer is
 * compressed: its length would show an eavesdropper how much of the partner's own new text is also
 * in a private entry (docs/security.md "Attacks by the partner, and where each ends").
 */
export async function compressed(
  request: Request,
  url: URL,
  response: Response,
): Promise<Response> {
  const coding = isWayBack(request, url)
    ? acceptedCoding(request.headers.get('accept-encoding'))
    : undefined
  if (coding === undefined || response.status !== 200) return response
  const plain = Buffer.from(await response.arrayBuffer())
  const { headers } = response
  if (plain.length < worthIt || underWay >= mostAtOnce) return new Response(plain, { headers })
  headers.set('content-encoding', coding)
  headers.set('vary', 'accept-encoding')
  return new Response(await encoded(coding, plain), { headers })
}

/** Reading from new to old. Changes are read from old to new. */
function isWayBack({ method }: Request, { searchParams }: URL): boolean {
  return method === 'GET' && (searchParams.get('order') ?? '').startsWith('updated_at.desc')
}

async function encoded(coding: Coding, plain: Buffer): Promise<Buffer<ArrayBuffer>> {
  underWay += 1
  try {
    return coding === 'br' ? await brotli(plain, { params }) : await zip(plain, { level: 4 })
  } finally {
    underWay -= 1
  }
}

/** A window of 256 kB: a page hardly repeats what is farther back, and each takes its memory. */
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 2,
  [constants.BROTLI_PARAM_LGWIN]: 18,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}
