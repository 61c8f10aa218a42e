import type { PhotoSender, PhotoSenderOptions } from './photo-sender.ts'

/** The sender of photos, whose code is loaded once a photo waits. */
export class LazyPhotoSender {
  readonly #options: PhotoSenderOptions
  readonly #unfollow: () => void
  #sender: PhotoSender | undefined
  #loading: Promise<void> | undefined
  #isStopped = false

  constructor(options: PhotoSenderOptions) {
    this.#options = options
    this.#unfollow = options.store.memory.subscribe(() => this.wake('changed'))
  }

  /** @param why as of `PhotoSender` */
  wake(why: Parameters<PhotoSender['wake']>[0]): void {
    if (this.#sender !== undefined) this.#sender.wake(why)
    else if (this.#options.store.memory.state().unsentPhotos.size > 0) this.#load()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unfollow()
    await this.#loading
    await this.#sender?.stop()
  }

  #load(): void {
    if (this.#isStopped) return
    this.#loading ??= import('./photo-sender.ts').then(
      ({ PhotoSender: Loaded }) => {
        this.#unfollow()
        if (this.#isStopped) return
        this.#sender = new Loaded(this.#options)
        this.#sender.wake('try-now')
      },
      // Without a network; the next change or wake loads it.
      () => {
        this.#loading = undefined
      },
    )
  }
}
