import { placeholderUrl } from '../../src/web/pictures/placeholder.ts'
import { preparePhoto } from '../../src/web/pictures/prepare-photo.ts'

/** The functions that a test calls in the page. */
export interface RoomWindow {
  readonly room: {
    readonly preparePhoto: typeof preparePhoto
    readonly placeholderUrl: typeof placeholderUrl
  }
}

Object.assign(globalThis, { room: { preparePhoto, placeholderUrl } })
