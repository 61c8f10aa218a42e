import { Component, type ReactNode } from 'react'
import { Message } from './message.tsx'
import { appTexts } from './texts.ts'

interface State {
  readonly broken: boolean
}

/**
 * Catches what a component threw and offers to start again. What was typed lies in the drafts
 * (D26); what went wrong is on the browser's console alone, never on the screen or sent away.
 */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { broken: false }

  static getDerivedStateFromError(): State {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <Message
        emoji="🩹"
        title={appTexts.brokenTitle}
        hint={appTexts.brokenHint}
        action={{ label: appTexts.reload, onClick: () => location.reload() }}
      />
    )
  }
}
