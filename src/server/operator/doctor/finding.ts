/** The result of one check: a line for the operator, with what to do if anything is needed. */
export interface Finding {
  readonly about: string
  /**
   * `warning` does not affect the exit code; `wrong` breaks the journal, or will, and makes the
   * exit code 1.
   */
  readonly state: 'ok' | 'warning' | 'wrong'
  readonly says: string
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says })
export const warning = (about: string, says: string): Finding => ({ about, state: 'warning', says })
export const wrong = (about: string, says: string): Finding => ({ about, state: 'wrong', says })
