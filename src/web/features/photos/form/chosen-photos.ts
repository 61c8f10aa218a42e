import {
  isSamePhotos,
  mergePhotos,
  type FormPhoto,
  type PhotosInForm,
} from '../../../../domain/form-photos.ts'
import type { PhotoId } from '../../../../domain/ids.ts'
import { mostPhotos } from '../../../../domain/limits.ts'
import type { PhotoProblem, PreparedPhoto } from '../../../pictures/prepared-photo.ts'

/** A file from a picker, the clipboard, a drop or another app. */
export interface ChosenFile {
  /** The word for one that this device had no room for. */
  readonly file: Blob | 'no-room'
  /** As its picker says; a shared one has none. */
  readonly name?: string | undefined
  /** Called once it is kept on the device or refused. */
  readonly onTaken?: (() => void) | undefined
}

/** Why a file is not in the form. */
export interface RefusedFile {
  readonly reason: PhotoProblem | 'no-room' | 'too-many'
  readonly name?: string | undefined
}

export interface ChosenPhotosState extends PhotosInForm {
  /** The files that are still being prepared, in order; each has a key of its own. */
  readonly preparing: readonly PhotoId[]
  /** The files that were refused since some were last added. */
  readonly refused: readonly RefusedFile[]
}

export interface ChosenPhotosOptions {
  readonly start: PhotosInForm
  readonly prepare: (file: Blob) => Promise<PreparedPhoto | PhotoProblem>
  /** Keeps the two pictures on the device. */
  readonly keep: (id: PhotoId, prepared: PreparedPhoto) => Promise<'kept' | 'no-room'>
  readonly newId: () => PhotoId
}

/**
 * The photos of one open form. A file is prepared and its pictures are on the device before the form's draft names it,
 * one file after the other; this goes on while the form closes.
 */
export class ChosenPhotos {
  readonly #options: ChosenPhotosOptions
  readonly #listeners = new Set<() => void>()
  #state: ChosenPhotosState
  #work: Promise<void> = Promise.resolve()

  constructor(options: ChosenPhotosOptions) {
    this.#options = options
    this.#state = { ...options.start, preparing: [], refused: [] }
  }

  readonly state = (): ChosenPhotosState => this.#state

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
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
      preparing: [...preparing, ...taken.map(({ id }) => id)],
      refused: beyond.length > 0 ? [{ reason: 'too-many' }] : [],
    })
    for (const file of taken) this.#work = this.#work.then(async () => this.#take(file))
  }

  /** The person's own change of what the form shows; `saved` is what the entry has at that moment. */
  change(mine: readonly FormPhoto[], saved: readonly FormPhoto[]): void {
    const isFewer = mine.length < mergePhotos(this.#state, saved).length
    this.#change({ mine, base: saved, refused: isFewer ? [] : this.#state.refused })
  }

  /** Leaves out a file that is still being prepared. */
  cancel(id: PhotoId): void {
    this.#change({ preparing: this.#state.preparing.filter((one) => one !== id) })
  }

  /** Begins again with other photos, without those that are being prepared. */
  restart(start: PhotosInForm): void {
    this.#change({ ...start, preparing: [], refused: [] })
  }

  /** Resolves once nothing is being prepared any more. */
  async settled(): Promise<void> {
    while (this.#state.preparing.length > 0) await this.#work
  }

  async #take({ id, file, name, onTaken }: ChosenFile & { readonly id: PhotoId }): Promise<void> {
    if (!this.#isWanted(id)) return
    const taken = await this.#prepared(id, file)
    onTaken?.()
    // It was taken back meanwhile.
    if (!this.#isWanted(id)) return
    const { preparing, mine, refused } = this.#state
    const rest = preparing.filter((one) => one !== id)
    if (typeof taken === 'string')
      this.#change({ preparing: rest, refused: [...refused, { reason: taken, name }] })
    else this.#change({ preparing: rest, mine: [...mine, taken] })
  }

  async #prepared(
    id: PhotoId,
    file: ChosenFile['file'],
  ): Promise<FormPhoto | RefusedFile['reason']> {
    if (file === 'no-room') return file
    const { prepare, keep } = this.#options
    const prepared = await prepare(file).catch(() => 'failed' as const)
    if (typeof prepared === 'string') return prepared
    if ((await keep(id, prepared)) === 'no-room') return 'no-room'
    const { width, height, placeholder } = prepared
    return { id, width, height, placeholder, description: '' }
  }

  #isWanted(id: PhotoId): boolean {
    return this.#state.preparing.includes(id)
  }

  #change(change: Partial<ChosenPhotosState>): void {
    this.#state = { ...this.#state, ...change }
    for (const changed of this.#listeners) changed()
  }
}
