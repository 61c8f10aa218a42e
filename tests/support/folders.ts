import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A folder that goes after the last test of the file, which asks for it at its top level. */
export function folderOfFile(): string {
  const folder = make()
  afterAll(() => remove(folder))
  return folder
}

/** A folder that goes after the test; `beforeEach` can ask for it, too. */
export function folderOfTest(): string {
  const folder = make()
  onTestFinished(() => remove(folder))
  return folder
}

const make = () => mkdtempSync(path.join(tmpdir(), 'tagebuch-test-'))
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
