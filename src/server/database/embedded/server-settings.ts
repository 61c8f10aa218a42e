import { socketPort, type Listening } from './listening.ts'

/**
 * PostgreSQL's settings, given on its command line so that they override its files, also in
 * clusters of earlier versions. The log never carries journal text: errors and failed statements
 * are not logged at all, since even a terse message can quote a value (D27).
 */
export function serverSettings(listening: Listening, hbaPath: string): Record<string, string> {
  return {
    ...listeningSettings(listening),
    hba_file: hbaPath,
    max_connections: '60',
    timezone: 'UTC',
    jit: 'off',
    max_wal_size: '256MB',
    wal_level: 'logical',
    max_wal_senders: '10',
    max_replication_slots: '10',
    // A stalled reader must not fill the disk.
    max_slot_wal_keep_size: '256MB',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_statement: 'none',
    log_min_duration_statement: '-1',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
  }
}

/** A Unix socket and no TCP at all; or, where the system has no such sockets, loopback alone. */
function listeningSettings(listening: Listening): Record<string, string> {
  if ('port' in listening)
    return {
      listen_addresses: '127.0.0.1',
      port: String(listening.port),
      unix_socket_directories: '',
    }
  return {
    listen_addresses: '',
    port: String(socketPort),
    // A list in which a comma separates: the quotes make any path one item of it.
    unix_socket_directories: `"${listening.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}

/** The people who may sign in and how, in place of the cluster's own pg_hba.conf: SCRAM, never clear text. */
export function hbaRules(listening: Listening): string {
  const kind = 'port' in listening ? ['host', '127.0.0.1/32'] : ['local', '']
  const [type = '', address = ''] = kind
  return ['all', 'replication']
    .map((database) => `${type} ${database} all ${address} scram-sha-256\n`)
    .join('')
}
