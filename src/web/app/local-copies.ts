import { forgetShared } from '../browser/shared-text.ts'
import { stopNudges } from '../browser/web-push.ts'
import type { LocalCopies } from '../features/sign-in/sign-in-state.ts'

/** The copies on this device; their code is loaded when it is first needed. */
export const localCopies: LocalCopies = {
  async unsent(person) {
    const { unsentWork } = await import('../replica/replica.ts')
    return unsentWork(person)
  },
  async wipe(person) {
    await forgetShared()
    // The server forgets this device with its session.
    await stopNudges()
    const { wipeReplica } = await import('../replica/replica.ts')
    await wipeReplica(person)
  },
}
