import { describe, expect, it } from 'vitest'
import { parseEnvironment } from './environment.ts'

describe('the environment', () => {
  it('has defaults for everything', () => {
    const result = parseEnvironment({})
    expect(result).toMatchObject({ ok: true, environment: { PORT: 3000, TRUST_PROXY: false } })
    expect(parseEnvironment({ PORT: '', HOST: '', DATA_DIR: '', TRUST_PROXY: '' })).toMatchObject({
      ok: true,
      environment: { PORT: 3000 },
    })
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['HOST', 'kein host'],
    ['TRUST_PROXY', 'vielleicht'],
    ['DATABASE_URL', 'mysql://geheim@localhost/x'],
    ['PUBLIC_URL', 'tagebuch.example'],
    ['PUBLIC_URL', 'https://tagebuch.example/pfad'],
    ['PUBLIC_URL', 'https://ich:geheim@tagebuch.example'],
    ['PUBLIC_URL', 'https://tagebuch.example, ftp://tagebuch.example'],
    ['PUSH_HOSTS', 'https://push.example'],
    ['PUSH_HOSTS', 'push.example, 127.0.0.1'],
    ['BACKUP_AT', '24:00'],
    ['BACKUP_AT', 'nachts'],
    ['DISK_WARN_MB', '-1'],
    ['PHOTOS_LIMIT_MB', 'viele'],
    ['JOURNAL_PASSWORD_1', 'kurz'],
    ['JOURNAL_PASSWORD_2', 'ž'.repeat(37)],
    ['JOURNAL_PASSWORD_2', 'z\u030C'.repeat(9)],
  ])('names a wrong %s in one line that does not repeat it', (name, value) => {
    const result = parseEnvironment({ [name]: value })
    expect(result).toMatchObject({ ok: false, problems: [expect.stringMatching(`^${name} must`)] })
    expect(JSON.stringify(result)).not.toContain(`"${value}"`)
  })

  it('measures a first password in the form in which it is stored', () => {
    expect(parseEnvironment({ JOURNAL_PASSWORD_1: 'z\u030C'.repeat(36) })).toMatchObject({
      ok: true,
    })
  })

  it('takes one or more public addresses, as origins', () => {
    const of = (text: string) => parseEnvironment({ PUBLIC_URL: text })
    expect(of('')).toMatchObject({ ok: true, environment: { PUBLIC_URL: [] } })
    expect(of('https://Tagebuch.Example:443/ , http://10.0.0.5:3000')).toMatchObject({
      ok: true,
      environment: { PUBLIC_URL: ['https://tagebuch.example', 'http://10.0.0.5:3000'] },
    })
  })

  it.each([
    ['TLS_CERT', 'TLS_KEY'],
    ['TLS_KEY', 'TLS_CERT'],
  ])('wants with %s also %s', (given, missing) => {
    expect(parseEnvironment({ [given]: '/etc/some.pem' })).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(`^${missing} must`)],
    })
  })

  it('takes the time of backups, or off', () => {
    const of = (text: string) => parseEnvironment({ BACKUP_AT: text })
    expect(of('')).toMatchObject({ ok: true, environment: { BACKUP_AT: '03:15' } })
    expect(of(' 23:05 ')).toMatchObject({ ok: true, environment: { BACKUP_AT: '23:05' } })
    expect(of('off')).toMatchObject({ ok: true, environment: { BACKUP_AT: undefined } })
  })
})
