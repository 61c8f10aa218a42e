import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, seen from `build/server/`, where this code runs. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

export const migrationsDir = path.join(projectRoot, 'supabase', 'migrations')
