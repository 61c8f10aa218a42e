import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

type Row = Readonly<Record<string, unknown>>

export interface BackupChange {
  readonly header?: (header: Row) => Row
  /** By table, as `public.entries`: what becomes of each row. */
  readonly rows?: Readonly<Record<string, (row: Row) => Row>>
}

/** Writes a backup as a clever hand would have changed it: with a checksum that fits, unzipped. */
export function changeBackup(from: string, to: string, { header, rows = {} }: BackupChange): void {
  const lines = gunzipSync(readFileSync(from)).toString().trimEnd().split('\n')
  const end = JSON.parse(lines.pop() ?? '') as Row
  let table = ''
  const changed = lines.map((line, at) => {
    const value = JSON.parse(line) as Row
    if (at === 0) return JSON.stringify(header?.(value) ?? value)
    if (line.startsWith('{"table":')) table = String(value['table'])
    else if (table in rows) return JSON.stringify(rows[table]?.(value))
    return line
  })
  const body = `${changed.join('\n')}\n`
  const sha256 = createHash('sha256').update(body).digest('hex')
  writeFileSync(to, `${body}${JSON.stringify({ ...end, sha256 })}\n`)
}
