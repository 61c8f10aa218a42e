import { access, chmod, constants, mkdir, realpath } from 'node:fs/promises'
import { StartupError } from '../settings/startup-error.ts'
import { errorLabel } from '../error-code.ts'

/**
 * Creates DATA_DIR with mode 0700 if it is missing and returns its real path, so that two names of
 * one folder are one folder. Throws `StartupError` when it cannot be created or written.
 */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    const created = await mkdir(dataDir, { recursive: true, mode: 0o700 })
    if (created !== undefined) await chmod(dataDir, 0o700)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    throw new StartupError(
      `The data directory ${dataDir} cannot be written (${errorLabel(error)}).`,
    )
  }
}
