import path from 'node:path'

/** A path as the operator means it: `npm run` changes the folder and notes the one it came from. */
export function givenPath(given: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), given)
}
