import { forgetShared } from '../browser/shared-text.ts'
import { stopNudges } from '../browser/web-push.ts'
import { forgetPlaces } from '../features/entries/list-places.ts'
import type { LocalCopies } from '../features/sign-in/sign-in-state.ts'

/** The copies on this device; their code is loaded when it is first needed. */
export const localCopies: LocalCopies = {
  async unsent(person) {
    const { unsentWork } = await import('../replica/device-copies.ts')
    return unsentWork(person)
  },
  async wipe(person) {
    // The server forgets this device with its session; a push service that does not answer delays
    // nothing.
    const nudges = stopNudges()
    const { wipeReplica } = await import('../replica/device-copies.ts')
    await wipeReplica(person)
    await nudges
  },
  async reuse(person) {
    const { reuseReplica } = await import('../replica/device-copies.ts')
    await reuseReplica(person)
  },
  forgetShared,
  forgetPlaces,
}
