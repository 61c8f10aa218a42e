import { array, assert, constantFrom, oneof, property, string, webUrl } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from './link-parts.ts'

const linksIn = (text: string) =>
  partsOf(text).flatMap((part) => (part.kind === 'link' ? [part.text] : []))

describe('partsOf', () => {
  it.each([
    ['Schau: https://example.org/a?b=1#c.', ['https://example.org/a?b=1#c']],
    ['(siehe http://example.org/x_(y))', ['http://example.org/x_(y)']],
    ['„https://a.org/“ und HTTPS://A.org!', ['https://a.org/', 'HTTPS://A.org']],
    ['https://a.de\nhttps://b.hr', ['https://a.de', 'https://b.hr']],
    ['https://šibenik.hr/čaj', ['https://šibenik.hr/čaj']],
    ['siehe https://a.example/x😍', ['https://a.example/x']],
    ['https://a.example/x❤️', ['https://a.example/x']],
    ['https://a.example/x🇭🇷 https://a.example/y👨‍👩‍👧', ['https://a.example/x', 'https://a.example/y']],
    ['https://a.example/x1️⃣ https://a.example/12', ['https://a.example/x', 'https://a.example/12']],
    ['https://a.example/x\u200B', ['https://a.example/x']],
    ['https://a.hr/x\u00AD/y \u2060https://b.hr\uFEFF', ['https://a.hr/x', 'https://b.hr']],
    ['https://a.example/x\u0085\u0007', ['https://a.example/x']],
    ['„https://a.example/x“', ['https://a.example/x']],
    ['‚https://a.example/x‘ ‹https://a.example/y›', ['https://a.example/x', 'https://a.example/y']],
    ['https://a.example/wiki/Split_(Stadt).', ['https://a.example/wiki/Split_(Stadt)']],
    ['https://a.example/x–y', ['https://a.example/x–y']],
    ['https://a.example/x– und', ['https://a.example/x']],
    ['https://a.example/x.😍', ['https://a.example/x']],
  ])('finds the addresses in %j', (text, links) => {
    expect(linksIn(text)).toEqual(links)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<b>',
    'https://',
    'http://:',
    'ftp://a.de',
    'www.a.de',
    'https://bank.example@elsewhere.example/',
    'https://bank.example:443@elsewhere.example/',
    'https://:x@elsewhere.example/',
    'https://@elsewhere.example/',
    'https://user%40bank.example@elsewhere.example',
  ])('leaves %j as text', (text) => {
    expect(partsOf(text)).toEqual([{ kind: 'text', text }])
  })

  it.each([
    ['https://bank.example∕login.a.example/x', 'https://bank.xn--'],
    ['https://ⓑank.example/', 'https://bank.example/'],
    ['https://ｂank.example/', 'https://bank.example/'],
    ['https://bаnk.example/', 'https://xn--'],
    ['https://bank。example/', 'https://bank.example/'],
  ])('shows %j as what the address is', (text, start) => {
    const [link] = partsOf(text)
    expect(link?.kind === 'link' && link.shown).toMatch(start)
  })

  it.each([
    'https://šibenik.hr/čaj∕x',
    'http://192.168.0.2:3000/',
    'http://[::1]:80/x',
    'https://MÜNCHEN.de',
  ])('shows %j as it was written', (text) =>
    expect(partsOf(text)).toMatchObject([{ kind: 'link', text }]),
  )

  it('puts together to the same text, and every link is http or https', () => {
    const pieces = array(
      oneof(string(), webUrl(), constantFrom('https://', '(', ').', 'javascript:x ', '\n')),
    )
    assert(
      property(pieces, (words) => {
        const text = words.join('')
        const parts = partsOf(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        const addresses = parts.flatMap((part) => (part.kind === 'link' ? [part.href] : []))
        expect(addresses.filter((href) => !/^https?:\/\//.test(href))).toEqual([])
      }),
    )
  })
})
