import { projectRoot } from './settings/project-root.ts'
import { errorLabel } from './error-code.ts'
import { silenceLibraries } from './guard/library-output.ts'
import { consoleLog, ignoreClosedOutput } from './log.ts'
import { listCommand, setPasswordCommand } from './operator/accounts-command.ts'
import { backupCommand } from './operator/backup-command.ts'
import { doctorCommand } from './operator/doctor/doctor-command.ts'
import { importCommand } from './operator/import-command.ts'
import { restoreCommand } from './operator/restore-command.ts'
import { readSettings, type Settings } from './settings/settings.ts'
import { StartupError } from './settings/startup-error.ts'

const usage = [
  'npm run accounts -- list',
  'npm run accounts -- set-password NAME   (asks for it, or reads JOURNAL_NEW_PASSWORD)',
  'npm run backup [-- FILE|FOLDER]         (by default into DATA_DIR/backups)',
  'npm run doctor                          (says what is wrong, and what to do)',
  'npm run import -- FILE [FILE…] [--yes]  (adds what is missing of files of "Alles mitnehmen")',
  'npm run restore -- FILE [--yes] [--move-times] [--without-missing-photos]   (while the server is stopped)',
]

const flags = ['--yes', '--move-times', '--without-missing-photos']

silenceLibraries()
// A command whose terminal was closed still has its database to stop.
ignoreClosedOutput()
process.exitCode = await main(process.argv.slice(2))

/** Runs one command and returns the exit code. */
async function main(words: string[]): Promise<number> {
  const command = commandOf(words)
  if (command === undefined) {
    for (const line of usage) consoleLog.error(line)
    return 1
  }
  const read = readSettings(process.env, projectRoot)
  if (!read.ok) {
    for (const problem of read.problems) consoleLog.error(problem)
    return 1
  }
  try {
    return await command(read.settings)
  } catch (error) {
    // Only the code of an unexpected error: its message can quote a row (D27).
    if (error instanceof StartupError) consoleLog.error(error.message.replaceAll('\n', ' '))
    else consoleLog.error('The command failed', errorLabel(error))
    return 1
  }
}

type Command = (settings: Settings) => Promise<number>

/** The command that the arguments name; undefined if they are not understood, and then nothing is done. */
function commandOf(words: readonly string[]): Command | undefined {
  const confirmed = words.includes('--yes')
  const movesTimes = words.includes('--move-times')
  const withoutMissing = words.includes('--without-missing-photos')
  const isKnown = (word: string) => flags.includes(word)
  const [room, ...given] = words.filter((word) => !isKnown(word))
  const [first, second, ...more] = given
  if (words.some((word) => word.startsWith('-') && !isKnown(word))) return undefined
  if (room === 'import' && first !== undefined && !movesTimes && !withoutMissing)
    return async (settings) => importCommand(settings, given, confirmed)
  if (more.length > 0) return undefined
  if (room === 'restore' && first !== undefined && second === undefined)
    return async (settings) =>
      restoreCommand(settings, first, { confirmed, movesTimes, withoutMissing })
  if (confirmed || movesTimes || withoutMissing) return undefined
  if (room === 'backup' && second === undefined)
    return async (settings) => backupCommand(settings, first)
  if (room === 'doctor' && first === undefined) return doctorCommand
  return room === 'accounts' ? accountsCommand(first, second) : undefined
}

function accountsCommand(command?: string, name?: string): Command | undefined {
  if (command === 'list' && name === undefined) return listCommand
  if (command !== 'set-password' || name === undefined) return undefined
  return async (settings) => setPasswordCommand(settings, name)
}
