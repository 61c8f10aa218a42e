import { chmod, lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../error-code.ts'
import { writePrivateFile } from '../settings/keys.ts'
import { exists } from './backup-name.ts'

/** The folder of a journal's backups, and the place at which it is noted. */
export interface MarkedFolder {
  readonly dataDir: string
  readonly folder: string
  readonly id: string
}

const text = `"Unser Tagebuch" writes its backups into this folder. This file lies beside them to show that it is the
right one: an empty folder in its place would mean a disk that is not mounted. Please leave it here.
`

/** The file that lies beside the backups; each journal has its own. */
export function markerOf({ folder, id }: Pick<MarkedFolder, 'folder' | 'id'>): string {
  return path.join(folder, `tagebuch-${id.slice(0, 8)}-folder.txt`)
}

/** Whether backups go into the folder of last time: the marker lies there, or was never put there. */
export async function isFolderOfLastTime(place: MarkedFolder): Promise<boolean> {
  const marker = markerOf(place)
  return !(await notedMarkers(place)).includes(marker) || (await exists(marker))
}

/** Puts the marker into a folder that this journal uses for the first time, and notes that it did. */
export async function markFolder(place: MarkedFolder): Promise<void> {
  const marker = markerOf(place)
  const noted = await notedMarkers(place)
  if (noted.includes(marker)) return
  const made = await mkdir(place.folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await chmod(place.folder, 0o700)
  // In a folder that others may write in, the name may be a link to a file of this user: it is not followed.
  await writeFile(marker, text, { mode: 0o600, flag: 'wx' }).catch(async (error: unknown) => {
    const isThere = errorCode(error) === 'EEXIST' && (await lstat(marker)).isFile()
    if (!isThere) throw error
  })
  writePrivateFile(noteIn(place), `${[...noted, marker].join('\n')}\n`)
}

const noteIn = ({ dataDir }: MarkedFolder) => path.join(dataDir, 'backup-folder')

/** All that were ever put: a restore may bring another id, and a folder may be used again. */
async function notedMarkers(place: MarkedFolder): Promise<readonly string[]> {
  return readFile(noteIn(place), 'utf8').then(
    (noted) => noted.split('\n').filter((line) => line !== ''),
    () => [],
  )
}

/** The operator's line while the marker is missing. */
export function otherFolderLine(place: MarkedFolder): string {
  return (
    `${place.folder} is not the backup folder of last time, because ${path.basename(markerOf(place))} is ` +
    `missing in it: is its disk mounted? Backups are written there all the same. If it is to be this ` +
    `folder: touch ${markerOf(place)}`
  )
}
