import type { NamedPicture } from '../backup/picture-files.ts'
import { consoleLog } from '../log.ts'
import { confirm } from './confirm.ts'

const leaveOut = '--without-missing-photos'
const question =
  'Their photos stay without a picture. Copy them there and begin again, or type "yes" to go on without them: '

/** The first ones are named; the rest is counted. */
const mostNamed = 100

/**
 * Says which pictures of a backup are missing, and asks whether to go on without them; `isAnswered` is the operator's
 * word for it. True if there are none.
 */
export async function mayLeaveOut(
  missing: readonly NamedPicture[],
  folders: readonly string[],
  isAnswered: boolean,
): Promise<boolean> {
  const photos = new Set(missing.map(({ photo_id: photo }) => photo)).size
  if (photos === 0) return true
  const [pictures, are] = missing.length === 1 ? ['picture', 'is'] : ['pictures', 'are']
  consoleLog.error(
    `${missing.length} ${pictures} of ${photos} ${photos === 1 ? 'photo' : 'photos'} ${are} missing or damaged ` +
      `in ${folders.join(' and ')}:`,
  )
  for (const { sha256, size, photo_id: photo } of missing.slice(0, mostNamed))
    consoleLog.error(`  ${sha256} (${size}, photo ${photo})`)
  const rest = missing.length - mostNamed
  if (rest > 0) consoleLog.error(`  and ${rest} more`)
  return isAnswered || confirm(question, 'A restore without these pictures', leaveOut)
}
