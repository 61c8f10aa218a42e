import type { GenericSchema } from 'valibot'

/** A column that may be read and that no row of the app has. */
export const unused = null

/**
 * Every column that a signed-in person may read, with its schema: what the migrations grant (D9). A column that
 * older servers lack has a default.
 */
type Columns = Readonly<Record<string, GenericSchema | typeof unused>>

/** The facts about a table. Who may do what with it stands in the migrations, and in maps of all tables. */
interface TableFacts<Column extends string> {
  /**
   * The form in which a device that pulls the table in pages holds its rows: it holds them as they are, or as
   * tombstones. `none`: the table is read in another way.
   */
  readonly copy: 'rows' | 'tombstones' | 'none'
  /** The column with the owner of a row; `null` if rows are of both people or of the server. */
  readonly owner: Column | null
  /** The columns with the entries without which a row cannot exist: with one of them, the row is removed. */
  readonly belongsTo: readonly [] | readonly [Column] | readonly [Column, Column]
  /**
   * The columns by which a person has one row for something, also where its id is another (D15); `null` where the id
   * alone says which row is meant.
   */
  readonly naturalKey: readonly Column[] | null
  /** True where devices read the table in pieces; all others are small. */
  readonly isLarge: boolean
  /** True where a backup has the table. */
  readonly inBackup: boolean
  /**
   * The rows of the file that a person takes along: all that its person sees, the person's own, which are in it
   * with the private entries, or none.
   */
  readonly inBook: 'visible' | 'own' | 'none'
}

/** The facts about a table, checked: each column that they name is one of its own. */
export function defineTable<
  const Own extends Columns,
  const Facts extends TableFacts<keyof Own & string>,
>(columns: Own, facts: Facts): Facts & { readonly columns: Own } {
  return { ...facts, columns }
}
