import {
  isSamePhotos,
  mergePhotos,
  type FormPhoto,
  type PhotosInDraft,
  type PhotosInForm,
  type PreparingPhoto,
} from '../../../../domain/form-photos.ts'
import type { PhotoId } from '../../../../domain/ids.ts'
import { mostPhotos } from '../../../../domain/limits.ts'
import {
  keepFile,
  photoOf,
  type ChosenFile,
  type PhotoDevice,
  type RefusedFile,
  type WaitingFile,
} from './prepare-file.ts'

interface Preparing extends PreparingPhoto {
  /** True for a shared one that the device still keeps elsewhere. */
  readonly isElsewhere?: boolean
}

export interface ChosenPhotosState extends PhotosInForm {
  /** The files that are still being prepared, in order. */
  readonly preparing: readonly Preparing[]
  /** The files that were refused since some were last added. */
  readonly refused: readonly RefusedFile[]
}

export interface ChosenPhotosOptions extends PhotoDevice {
  readonly start: PhotosInDraft
  readonly newId: () => PhotoId
}

/**
 * The photos of one open form. Files are kept on the device and prepared, one after the other; this goes on while the
 * form closes, and in the next form where the page ends.
 */
export class ChosenPhotos {
  readonly #options: ChosenPhotosOptions
  readonly #listeners = new Set<() => void>()
  #state: ChosenPhotosState
  #work: Promise<void> = Promise.resolve()
  #keeping: Promise<void> = Promise.resolve()

  constructor(options: ChosenPhotosOptions) {
    this.#options = options
    this.#state = { ...options.start, refused: [] }
    for (const one of options.start.preparing) this.#wait({ ...one, file: 'on-device' })
  }

  readonly state = (): ChosenPhotosState => this.#state

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** As the form's draft holds them; shared files only once they are here. */
  inDraft(): PhotosInDraft {
    const { base, mine, preparing } = this.#state
    const here = preparing.filter(({ isElsewhere }) => isElsewhere !== true)
    return { base, mine, preparing: here.map(({ id, name, attempts }) => ({ id, name, attempts })) }
  }

  /** True while they are as the form found them. */
  get isUntouched(): boolean {
    const { base, mine, preparing } = this.#state
    return preparing.length === 0 && isSamePhotos(base, mine)
  }

  /**
   * Takes files behind what is there.
   *
   * @param saved of the entry as it is now
   */
  add(files: readonly ChosenFile[], saved: readonly FormPhoto[] = []): void {
    const { preparing } = this.#state
    const shown = mergePhotos(this.#state, saved)
    const room = mostPhotos - shown.length - preparing.length
    const taken = files
      .slice(0, Math.max(0, room))
      .map((file) => ({ ...file, id: this.#options.newId() }))
    const beyond = files.slice(taken.length)
    for (const { onTaken } of beyond) onTaken?.()
    this.#change({
      mine: shown,
      base: saved,
      preparing: [
        ...preparing,
        ...taken.map(({ id, name, onTaken }) => ({ id, name, isElsewhere: onTaken !== undefined })),
      ],
      refused: beyond.length > 0 ? [{ reason: 'too-many' }] : [],
    })
    for (const file of taken) this.#wait(file)
  }

  /** The person's own change of what the form shows; `saved` is what the entry has at that moment. */
  change(mine: readonly FormPhoto[], saved: readonly FormPhoto[]): void {
    const isFewer = mine.length < mergePhotos(this.#state, saved).length
    this.#change({ mine, base: saved, refused: isFewer ? [] : this.#state.refused })
  }

  /** Leaves out a file that is still being prepared. */
  cancel(id: PhotoId): void {
    this.#change({ preparing: this.#without(id) })
  }

  /** Begins again with other photos, without those that are being prepared. */
  restart(start: PhotosInForm): void {
    this.#change({ ...start, preparing: [], refused: [] })
  }

  /** Resolves once nothing is being prepared any more. */
  async settled(): Promise<void> {
    let work
    do {
      work = this.#work
      await work
    } while (work !== this.#work)
  }

  #wait(file: WaitingFile): void {
    this.#keeping = this.#keeping.then(async () => this.#keep(file))
    const kept = this.#keeping
    this.#work = this.#work.then(async () => this.#take(file, kept))
  }

  async #keep(file: WaitingFile): Promise<void> {
    const { id, onTaken } = file
    if (!(await keepFile(this.#options, file, () => this.#isWanted(id)))) return
    this.#update(id, { isElsewhere: false })
    onTaken?.()
  }

  async #take(file: WaitingFile, kept: Promise<void>): Promise<void> {
    const { id, name, onTaken, attempts = 0 } = file
    const isWanted = () => this.#isWanted(id)
    this.#update(id, { attempts: attempts + 1 })
    const taken = isWanted() ? await photoOf(this.#options, file, { kept, isWanted }) : undefined
    // It may have been left out meanwhile.
    if (taken !== undefined && isWanted()) {
      const { mine, refused } = this.#state
      const preparing = this.#without(id)
      if (typeof taken === 'string')
        this.#change({ preparing, refused: [...refused, { reason: taken, name }] })
      else this.#change({ preparing, mine: [...mine, taken] })
    }
    onTaken?.()
  }

  #isWanted(id: PhotoId): boolean {
    return this.#state.preparing.some((one) => one.id === id)
  }

  #without(id: PhotoId): ChosenPhotosState['preparing'] {
    return this.#state.preparing.filter((one) => one.id !== id)
  }

  #update(id: PhotoId, change: Partial<Preparing>): void {
    const { preparing } = this.#state
    this.#change({
      preparing: preparing.map((one) => (one.id === id ? { ...one, ...change } : one)),
    })
  }

  #change(change: Partial<ChosenPhotosState>): void {
    this.#state = { ...this.#state, ...change }
    for (const changed of this.#listeners) changed()
  }
}
