import { HomeLink } from './home-link.tsx'
import { Message } from './message.tsx'
import { appTexts } from './app-texts.ts'

/** Any other path (docs/behaviour/everywhere.md "Screens and routes"). */
export function NotFound() {
  return (
    <Message emoji="🧭" title={appTexts.notFound} hint={appTexts.notFoundHint}>
      <HomeLink />
    </Message>
  )
}
