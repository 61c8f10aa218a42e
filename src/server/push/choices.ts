import sql from 'sql-template-tag'
import {
  defaultNudgeChoices,
  nudgeChoicesSchema,
  type NudgeChoices,
} from '../../domain/nudges/nudge-choices.ts'
import type { Pool } from '../database/pool.ts'
import { parseOrThrow } from '../../domain/parse.ts'

/** The subjects about which a person wants nudges; the default until they choose. */
export async function readChoices(pool: Pool, person: string): Promise<NudgeChoices> {
  const [row] = await pool.query(sql`
    select entries, reactions, ideas, memories, quiet_from as "quietFrom", quiet_to as "quietTo"
    from private.nudge_choices where person = ${person}`)
  return row === undefined ? defaultNudgeChoices : parseOrThrow(nudgeChoicesSchema, row)
}

export async function writeChoices(
  pool: Pool,
  person: string,
  choices: NudgeChoices,
): Promise<void> {
  const { entries, reactions, ideas, memories, quietFrom, quietTo } = choices
  await pool.query(sql`
    insert into private.nudge_choices (person, entries, reactions, ideas, memories, quiet_from, quiet_to)
    values (${person}, ${entries}, ${reactions}, ${ideas}, ${memories}, ${quietFrom}, ${quietTo})
    on conflict (person) do update set entries = excluded.entries, reactions = excluded.reactions,
      ideas = excluded.ideas, memories = excluded.memories,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`)
}
