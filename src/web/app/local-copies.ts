import { forgetShared } from '../browser/shared-text.ts'
import type { LocalCopies } from '../features/sign-in/sign-in-state.ts'

/** The copies on this device; their code is loaded when it is first needed. */
export const localCopies: LocalCopies = {
  async unsent(person) {
    const { unsentWork } = await import('../replica/replica.ts')
    return unsentWork(person)
  },
  async wipe(person) {
    await forgetShared()
    const { wipeReplica } = await import('../replica/replica.ts')
    await wipeReplica(person)
  },
}
