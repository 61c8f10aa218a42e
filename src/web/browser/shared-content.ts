/** Separate from the caches of the app's files, which change with its versions. */
const cacheName = 'shared'
const folder = '/geteilt/'
/** Any page can send something, so the number of waiting parts is limited; the first ones stay. */
const mostWaiting = 10

/* Types of our own: another app's file may say that it has any. */
const textType = 'text/plain'
const pictureType = 'application/octet-stream'
const noRoomType = 'application/x-no-room'

/** Content that another app has shared. */
export interface SharedContent {
  /** Empty if there is none. */
  readonly text: string
  readonly pictures: readonly Blob[]
}

/** Shared content that no form has taken yet; each part with its place, for `forgetShared`. */
export interface WaitingShare {
  /** Several texts joined in the order of arrival. */
  readonly text: string
  readonly textPlaces: readonly string[]
  readonly pictures: readonly { readonly file: Blob | 'no-room'; readonly place: string }[]
}

/** Stores on this device, until a form takes it, what was shared. */
export async function keepShared({ text, pictures }: SharedContent): Promise<void> {
  const cache = await caches.open(cacheName)
  const room = mostWaiting - (await cache.keys()).length
  const parts = [...(text === '' ? [] : [text]), ...pictures].slice(0, Math.max(0, room))
  for (const part of parts) {
    // One key each: what arrives while another is taken is neither lost nor used twice.
    const place = `${folder}${crypto.randomUUID()}`
    const type = typeof part === 'string' ? textType : pictureType
    const noted = async () => cache.put(place, answerOf('', noRoomType))
    await cache.put(place, answerOf(part, type)).catch(() => noted().catch(() => undefined))
  }
}

function answerOf(part: string | Blob, type: string): Response {
  return new Response(part, { headers: { 'content-type': type } })
}

/** The waiting shared content; undefined if there is none. */
export async function readShared(): Promise<WaitingShare | undefined> {
  const cache = await openedCache()
  const requests = (await cache?.keys().catch(() => undefined)) ?? []
  const answers = await Promise.all(requests.map(async (request) => cache?.match(request)))
  const texts: { text: string; place: string }[] = []
  const pictures: { file: Blob | 'no-room'; place: string }[] = []
  for (const [index, answer] of answers.entries()) {
    const place = requests[index]?.url
    if (answer === undefined || place === undefined) continue
    const type = answer.headers.get('content-type')
    if (type?.startsWith(textType)) texts.push({ text: await answer.text(), place })
    else pictures.push({ file: type === noRoomType ? 'no-room' : await answer.blob(), place })
  }
  if (texts.length + pictures.length === 0) return undefined
  const text = texts.map((part) => part.text).join('\n\n')
  return { text, textPlaces: texts.map(({ place }) => place), pictures }
}

/** Deletes the parts that a form has taken; without `places` all of them, when the person signs out. */
export async function forgetShared(places?: readonly string[]): Promise<void> {
  const cache = await openedCache()
  const waiting = places ?? (await cache?.keys().catch(() => undefined)) ?? []
  await Promise.all(waiting.map(async (place) => cache?.delete(place).catch(() => false)))
}

/** Undefined if nothing waits, and on insecure origins, where nothing can be shared. */
async function openedCache(): Promise<Cache | undefined> {
  const { caches: stores } = globalThis as { readonly caches?: CacheStorage }
  const isThere = await stores?.has(cacheName).catch(() => false)
  return isThere === true ? stores?.open(cacheName).catch(() => undefined) : undefined
}
