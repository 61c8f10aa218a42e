import type { ReactNode } from 'react'
import { requiredContext } from '../../ui/required-context.ts'
import { useDeviceNudges, type DeviceNudges } from './use-device-nudges.ts'
import { useHeartbeat } from './use-heartbeat.ts'

/** This device's nudges. The hook throws outside `NudgesProvider`, which is a bug. */
export const [NudgesContext, useNudges] = requiredContext<DeviceNudges>(
  'nudges need a NudgesProvider above them',
)

/** Keeps this device's subscription in step with the server, and sends looks (D30). */
export function NudgesProvider({ children }: { readonly children: ReactNode }) {
  const nudges = useDeviceNudges()
  useHeartbeat()
  return <NudgesContext value={nudges}>{children}</NudgesContext>
}
