import { createContext, use, type ReactNode } from 'react'
import { useDeviceNudges, type DeviceNudges } from './use-device-nudges.ts'
import { useHeartbeat } from './use-heartbeat.ts'

const NudgesContext = createContext<DeviceNudges | undefined>(undefined)

/** Keeps this device's subscription in step with the server, and sends looks (D30). */
export function NudgesProvider({ children }: { readonly children: ReactNode }) {
  const nudges = useDeviceNudges()
  useHeartbeat()
  return <NudgesContext value={nudges}>{children}</NudgesContext>
}

/** This device's nudges. Throws outside `NudgesProvider`, which is a bug. */
export function useNudges(): DeviceNudges {
  const nudges = use(NudgesContext)
  if (nudges === undefined) throw new Error('nudges need a NudgesProvider above them')
  return nudges
}
