import { placeholderUrl } from '../../src/web/pictures/placeholder.ts'
import { preparePhoto } from '../../src/web/pictures/prepare-photo.ts'

/** What a test may call in the page of the room. */
export interface RoomWindow {
  readonly room: {
    readonly preparePhoto: typeof preparePhoto
    readonly placeholderUrl: typeof placeholderUrl
  }
}

Object.assign(globalThis, { room: { preparePhoto, placeholderUrl } })
