import { Component, Fragment, type ReactNode } from 'react'
import { Message } from './message.tsx'
import { storageTexts } from './storage-texts.ts'
import { appTexts } from './app-texts.ts'

/** How long a screen that was drawn again must hold before it may be drawn again once more, in milliseconds. */
const holdsFor = 5000

interface State {
  readonly broken: boolean
  /** Counts the drawings; a new number draws everything from the start. */
  readonly drawing: number
  /** True when neither the device nor the page's memory holds the journal. */
  readonly isStorage: boolean
}

/**
 * Catches a component's exception: the screen is drawn again from the start, which mends a page that an extension or
 * a translator has changed under React. Where that fails too, it offers to reload. Typed text is in the drafts (D26); the
 * error goes to the browser's console alone, never to the screen or a server.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { broken: false, isStorage: false, drawing: 0 }
  #drawnAgainAt = -Infinity

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    // By its name: its class is not in the first screen's code.
    const isStorage = cause instanceof Error && cause.name === 'StorageError'
    return { broken: true, isStorage }
  }

  override componentDidCatch() {
    const now = performance.now()
    if (this.state.isStorage || now - this.#drawnAgainAt < holdsFor) return
    this.#drawnAgainAt = now
    this.setState(({ drawing }) => ({ broken: false, drawing: drawing + 1 }))
  }

  override render() {
    const { broken, drawing } = this.state
    if (!broken) return <Fragment key={drawing}>{this.props.children}</Fragment>
    const { unavailable } = storageTexts
    return (
      <Message
        emoji="🩹"
        title={this.state.isStorage ? unavailable.title : appTexts.brokenTitle}
        hint={this.state.isStorage ? unavailable.help : appTexts.brokenHint}
        action={{ label: appTexts.reload, onClick: () => location.reload() }}
      />
    )
  }
}
