/** The control whose tooltip is shown, and its text. */
export interface TooltipTarget {
  readonly control: Element
  readonly text: string
}

/** Until the first tooltip, in milliseconds (D22). */
const firstAfter = 700
/** After one tooltip has closed, the next one opens at once for so long, in milliseconds (D22). */
const graceFor = 300
/** How long the pointer may take from the control to its tooltip, in milliseconds. */
const crossingFor = 100

const options = { capture: true, passive: true }

/**
 * Listens on the document for all controls with `data-tooltip` and tells which one's tooltip is shown, so
 * that a control costs nothing until it is pointed at. The text is the control's `aria-label`.
 */
export class TooltipFollower {
  /** The control under the pointer. */
  #pointed: Element | undefined
  #shown: Element | undefined
  /** Pressed or dismissed: its tooltip stays closed until pointer or focus has left it. */
  #dismissed: Element | undefined
  /** The focus that comes while Tab is down was moved by the person; any other came back from a layer. */
  #isTabDown = false
  #opening = 0
  #closing = 0
  #grace = 0
  #removal = new MutationObserver(() => {
    if (this.#shown?.isConnected === false) this.#hide()
  })

  constructor(private readonly tell: (target: TooltipTarget | undefined) => void) {}

  /** Returns what to call at the end. */
  start(): () => void {
    const end = new AbortController()
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      handle: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, handle, { ...options, signal: end.signal })
    on('pointerover', (event) => this.#pointAt(event))
    // The pointer has left the window.
    on('pointerout', (event) => event.relatedTarget === null && this.#leave())
    on('focusin', ({ target }) => this.#focus(target))
    on('focusout', ({ target }) => this.#blur(target))
    on('pointerdown', () => this.#dismiss())
    on('click', () => this.#dismiss())
    on('keydown', ({ key }) => {
      this.#isTabDown = key === 'Tab'
      if (key === 'Escape') this.#dismiss()
    })
    on('keyup', () => (this.#isTabDown = false))
    on('scroll', () => this.#hide())
    // The pointer comes back to the control when the window does.
    window.addEventListener('blur', () => this.#dismiss(), { signal: end.signal })
    return () => {
      end.abort()
      this.#hide()
      clearTimeout(this.#grace)
    }
  }

  #pointAt({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    if (target.closest('[data-tooltip-popup]') !== null) return clearTimeout(this.#closing)
    const control = target.closest('[data-tooltip]') ?? undefined
    if (control === this.#pointed) return clearTimeout(this.#closing)
    this.#leave()
    this.#pointed = control
    if (control === undefined || control === this.#dismissed) return
    const isGrace = this.#shown !== undefined || this.#grace !== 0
    this.#opening = window.setTimeout(() => this.#show(control), isGrace ? 0 : firstAfter)
  }

  #leave(): void {
    clearTimeout(this.#opening)
    clearTimeout(this.#closing)
    if (this.#dismissed === this.#pointed) this.#dismissed = undefined
    const isPointed = this.#shown !== undefined && this.#shown === this.#pointed
    this.#pointed = undefined
    if (isPointed) this.#closing = window.setTimeout(() => this.#hide(), crossingFor)
  }

  #focus(target: EventTarget | null): void {
    if (!this.#isTabDown || !(target instanceof Element) || target === this.#dismissed) return
    if (target.matches('[data-tooltip]')) this.#show(target)
  }

  #blur(target: EventTarget | null): void {
    if (target === this.#dismissed && target !== this.#pointed) this.#dismissed = undefined
    if (target === this.#shown && target !== this.#pointed) this.#hide()
  }

  #dismiss(): void {
    this.#dismissed = this.#pointed ?? document.activeElement ?? undefined
    this.#hide()
  }

  #show(control: Element): void {
    clearTimeout(this.#opening)
    clearTimeout(this.#closing)
    const text = control.getAttribute('aria-label')
    if (text === null || !control.isConnected) return
    this.#shown = control
    this.#removal.observe(document.body, { childList: true, subtree: true })
    this.tell({ control, text })
  }

  #hide(): void {
    clearTimeout(this.#opening)
    clearTimeout(this.#closing)
    if (this.#shown === undefined) return
    this.#shown = undefined
    this.#removal.disconnect()
    this.tell(undefined)
    clearTimeout(this.#grace)
    this.#grace = window.setTimeout(() => (this.#grace = 0), graceFor)
  }
}
