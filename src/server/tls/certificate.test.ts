import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pem, pemFile } from '../../../tests/support/certificates.ts'
import { folderOfTest } from '../../../tests/support/folders.ts'
import { judge, readFiles, warningOf } from './certificate.ts'
import { firstCertificate } from './renewal.ts'

const chain = pem('first-chain')
const key = pem('first-key')
const silent = { info: () => undefined, error: () => undefined }

describe('a certificate', () => {
  it('with its key and chain is served', () => {
    expect(judge({ text: chain }, { text: key })).toMatchObject({ cert: chain, key })
  })

  it.each<[string, string, string, RegExp]>([
    ['that was written to its half', chain.slice(0, 300), key, /^TLS_CERT holds no whole/],
    ['whose chain was written to its half', chain.slice(0, 1000), key, /^TLS_CERT holds no whole/],
    ['that is damaged', chain.replace('\nMI', '\n!!'), key, /^TLS_CERT holds no whole/],
    ['that is empty', '', key, /^TLS_CERT holds no whole/],
    ['that is the key', key, key, /^TLS_CERT holds no whole/],
    ['whose key was written to its half', chain, key.slice(0, 90), /^TLS_KEY holds no whole/],
    ['whose key is locked', chain, pem('locked-key'), /^TLS_KEY is locked by a passphrase/],
    ['with a DSA key', pem('dsa-chain'), pem('dsa-key'), /^TLS_CERT has a kind of key that no/],
    ['with a curve of coins', pem('curve-chain'), pem('curve-key'), /^TLS_CERT has a kind of key/],
    ['with the key of another', chain, pem('second-key'), /^TLS_KEY is not the key/],
    [
      'that stands behind its authority',
      pem('authority') + chain,
      key,
      /your own certificate first/,
    ],
  ])('%s is refused with what to do', (_, cert, ownKey, line) => {
    const judged = judge({ text: cert }, { text: ownKey })
    expect(judged).toMatch(line)
    expect(JSON.stringify(judged)).not.toMatch(/BEGIN|\\n/)
  })

  it('outside its validity is served and reported', async () => {
    const { from, until } = await firstCertificate(files('first-chain', 'first-key'), silent)
    const logged: string[] = []
    const log = { ...silent, error: (line: string) => void logged.push(line) }
    await firstCertificate(files('first-chain', 'first-key'), log, until + 1)
    expect(logged).toEqual([expect.stringMatching(/ended on \d{4}-\d\d-\d\d; browsers refuse it/)])
    const certificate = { cert: chain, key, from, until }
    expect(warningOf(certificate, from - 1)).toContain('the clock is wrong')
    expect(warningOf(certificate, from)).toBeUndefined()
  })
})

describe('the files of a certificate', () => {
  it('that are missing or folders stop the start with what to do', async () => {
    const folder = folderOfTest()
    mkdirSync(path.join(folder, 'pem'))
    writeFileSync(path.join(folder, 'large'), chain + ' '.repeat(1_000_000))
    const lineOf = async (cert: string, ownKey: string) =>
      firstCertificate({ cert, key: ownKey }, silent).catch((error: unknown) => String(error))
    expect(await lineOf(path.join(folder, 'pem'), pemFile('first-key'))).toContain(
      'TLS_CERT names a folder; name the PEM file in it.',
    )
    expect(await lineOf(pemFile('first-chain'), path.join(folder, 'none'))).toContain(
      'TLS_KEY names a file that is not there.',
    )
    expect(await lineOf(path.join(folder, 'large'), pemFile('first-key'))).toContain(
      'TLS_CERT names a file larger than 1 MB; name the PEM file.',
    )
    expect(judge({ code: 'EACCES' }, { text: key })).toContain("let the journal's user read it")
  })

  it('are read as they are now', async () => {
    expect(await readFiles(files('first-chain', 'first-key'))).toEqual([
      { text: chain },
      { text: key },
    ])
  })
})

function files(cert: string, ownKey: string) {
  return { cert: pemFile(cert), key: pemFile(ownKey) }
}
