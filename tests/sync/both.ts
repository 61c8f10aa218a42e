import type { UsedServer } from '../support/server.ts'
import {
  eventually,
  openDevice,
  settled,
  texts,
  type Device,
  type DeviceOptions,
} from './device.ts'

/** A device of each person over an empty journal, both with all there is. */
export async function openBoth(
  server: UsedServer,
  options: DeviceOptions = {},
): Promise<readonly [jonas: Device, zeljka: Device]> {
  await server.emptyJournal()
  const both = [
    await openDevice(server, 'Jonas', options),
    await openDevice(server, 'Željka', options),
  ] as const
  await Promise.all(both.map(async (device) => settled(device)))
  return both
}

export async function closeBoth(...devices: readonly Device[]): Promise<void> {
  await Promise.all(devices.map(async (device) => device.close()))
}

/** Waits until each device shows these texts, in any order. */
export async function bothShow(
  devices: readonly Device[],
  wanted: readonly string[],
): Promise<void> {
  for (const device of devices)
    await eventually(
      async () => {
        device.session.wake()
        return (await texts(device.journal)).toSorted()
      },
      (shown) => JSON.stringify(shown) === JSON.stringify(wanted),
    )
}
