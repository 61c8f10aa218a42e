/**
 * PostgreSQL's settings, given on its command line so that they hold whatever a file says.
 * Loopback and TCP only. The log never carries journal text: errors and failed statements are not
 * logged at all, since even a terse message can quote a value (D27).
 */
export function serverSettings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
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
