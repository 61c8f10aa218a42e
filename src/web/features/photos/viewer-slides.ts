import PhotoSwipe, { type SlideData } from 'photoswipe'

interface SlideEvents {
  readonly onChange: (index: number) => void
  /** After a swipe down, a pinch, or a press beside the photo. */
  readonly onClose: () => void
}

/** Room that the buttons above and the description below take from a photo that is not enlarged, in pixels. */
const padding = { top: 60, bottom: 60, left: 0, right: 0 }

/**
 * The photos side by side, swiped and enlarged by PhotoSwipe. Its own buttons are left out: it would write them as
 * HTML, which the page's Trusted Types forbid.
 */
export class ViewerSlides {
  readonly #swipe: PhotoSwipe
  /** The `src` of one may be replaced by a better one. */
  readonly #slides: SlideData[]
  readonly #onClose: () => void

  constructor(
    stage: HTMLElement,
    slides: SlideData[],
    index: number,
    { onChange, onClose }: SlideEvents,
  ) {
    this.#slides = slides
    this.#onClose = onClose
    this.#swipe = new PhotoSwipe({
      dataSource: this.#slides,
      index,
      appendToEl: stage,
      showHideAnimationType: 'none',
      bgOpacity: 1,
      loop: false,
      padding,
      // The window around it has the focus, Escape and the buttons.
      trapFocus: false,
      returnFocus: false,
      escKey: false,
      arrowKeys: false,
      tapAction: false,
      imageClickAction: 'zoom',
      bgClickAction: 'close',
      ...withoutOwnParts,
    })
    this.#swipe.on('change', () => onChange(this.#swipe.currIndex))
    this.#swipe.on('close', onClose)
    this.#swipe.on('keydown', (event) => {
      // It would take the focus to itself.
      if (event.originalEvent.key === 'Tab') event.preventDefault()
    })
    this.#swipe.init()
    leaveNamesToWindow(this.#swipe)
  }

  /** Shows another picture in the place of one, once that is decoded. */
  async replace(index: number, src: string): Promise<void> {
    const slide = this.#slides[index]
    if (slide === undefined || slide.src === src) return
    slide.src = src
    const decoded = new Image()
    decoded.src = src
    // A broken one is no reason to take away what is shown.
    const isSound = await decoded.decode().then(
      () => true,
      () => false,
    )
    const element = this.#swipe.contentLoader.getContentByIndex(index)?.element
    if (isSound && slide.src === src && element instanceof HTMLImageElement) element.src = src
  }

  move(by: 1 | -1): void {
    this.#swipe.goTo(this.#swipe.currIndex + by)
  }

  /** Moves an enlarged photo up or down. */
  pan(pixels: number): void {
    const slide = this.#swipe.currSlide
    if (slide !== undefined && slide.currZoomLevel > slide.zoomLevels.fit)
      slide.panTo(slide.pan.x, slide.pan.y + pixels)
  }

  end(): void {
    // What ends here is made again where a photo was removed: that is no wish to close.
    this.#swipe.off('close', this.#onClose)
    this.#swipe.element?.remove()
    this.#swipe.destroy()
  }
}

const withoutOwnParts = {
  arrowPrev: false,
  arrowNext: false,
  zoom: false,
  close: false,
  counter: false,
  preloader: false,
} as const

/** The window is the dialog, and says what is in it, in German. */
function leaveNamesToWindow({ element, scrollWrap, container }: PhotoSwipe): void {
  element?.removeAttribute('role')
  scrollWrap?.removeAttribute('aria-roledescription')
  for (const slide of container?.children ?? []) slide.removeAttribute('aria-roledescription')
}
