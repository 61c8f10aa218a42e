import { Component, type ReactNode } from 'react'
import { Message } from './message.tsx'
import { storageTexts } from './storage-texts.ts'
import { appTexts } from './texts.ts'

interface State {
  readonly broken: boolean
  /** True when neither the device nor the page's memory holds the journal. */
  readonly isStorage: boolean
}

/**
 * Catches a component's exception and offers to reload. Typed text is in the drafts (D26); the
 * error goes to the browser's console alone, never to the screen or a server.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { broken: false, isStorage: false }

  static getDerivedStateFromError(cause: unknown): State {
    // By its name: its class is not in the first screen's code.
    const isStorage = cause instanceof Error && cause.name === 'StorageError'
    return { broken: true, isStorage }
  }

  override render() {
    if (!this.state.broken) return this.props.children
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
