import type { JournalTable } from '../../domain/journal-tables.ts'

/**
 * Every column that a signed-in person may read, by table: what the migrations grant (D9). The access
 * tests compare this list with the grants, and the grants with each table's columns.
 */
export const readableColumns = {
  journal: [
    'id',
    'epoch',
    'time_zone',
    'special_days',
    'days_counter_from',
    'server_start',
    'backed_up_at',
    'disk_low',
    'backup_folder_changed',
    'updated_at',
  ],
  profiles: ['id', 'name', 'updated_at'],
  entries: [
    'id',
    'user_id',
    'category',
    'content',
    'completed',
    'completed_at',
    'is_private',
    'scheduled_date',
    'created_at',
    'visible_since',
    'edit_version',
    'updated_at',
  ],
  reactions: ['id', 'entry_id', 'user_id', 'emoji', 'created_at', 'visible_since', 'updated_at'],
  quote_likes: ['id', 'user_id', 'quote_text', 'quote_author', 'created_at', 'updated_at'],
  custom_quotes: ['id', 'user_id', 'quote_text', 'quote_author', 'created_at', 'updated_at'],
  memory_marks: ['id', 'user_id', 'entry_id', 'until', 'created_at', 'updated_at'],
  removals: [
    'id',
    'table_name',
    'row_id',
    'readers',
    'kind',
    'removed_at',
    'updated_at',
    'unseen_version',
  ],
  last_looks: ['id', 'seen_until', 'updated_at'],
  server_starts: ['start_id', 'person', 'ordinal', 'newest', 'started_at'],
} as const satisfies Readonly<Record<JournalTable, readonly string[]>>
