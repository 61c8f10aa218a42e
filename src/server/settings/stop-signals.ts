/**
 * The signals that ask the process to end: a supervisor, Ctrl+C, a closed terminal or lost SSH connection, Ctrl+\\.
 * By default each would end Node alone and leave PostgreSQL running, whose process group is its own.
 */
export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const
