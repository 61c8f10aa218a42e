import type { InstallWay } from '../browser/install.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useInstallOffer } from './use-install-offer.ts'

const InstallOffer = lazyPart(
  async () => (await import('../features/install/install-offer.tsx')).InstallOffer,
  // It can wait for another start.
  { missing: () => null },
)

const InstallSteps = lazyPart(
  async () => (await import('../features/install/install-steps.tsx')).InstallSteps,
  { missing: () => null },
)

/** The offer on the main screen; nothing most of the time. */
export function MainScreenOffer() {
  const { way, isOffered, dismiss } = useInstallOffer()
  if (way === undefined || !isOffered) return null
  return <InstallOffer way={way} onDismiss={dismiss} />
}

/** How to install, for the dialog "Auf diesem Gerät", also after the offer was dismissed. */
export function installStepsOf(way: InstallWay) {
  return way === undefined ? undefined : <InstallSteps way={way} />
}
