import { rmSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseConnection } from './database/connection.ts'
import { writePrivateFile } from './settings/keys.ts'

/** Tells the operator's commands how to reach the database of a running server, and what it has seen. */
export function noteRunning(dataDir: string, database: DatabaseConnection) {
  const file = path.join(dataDir, 'running.json')
  const running = { pid: process.pid, database }
  let isRemoved = false
  writePrivateFile(file, `${JSON.stringify(running)}\n`)
  return {
    /** For the doctor: a request came by a proxy that is not trusted. */
    addForwarded(): void {
      if (isRemoved) return
      try {
        writePrivateFile(file, `${JSON.stringify({ ...running, forwarded: true })}\n`)
      } catch {
        // The disk may be full; the log has said it.
      }
    },
    remove(): void {
      isRemoved = true
      rmSync(file, { force: true })
    },
  }
}
