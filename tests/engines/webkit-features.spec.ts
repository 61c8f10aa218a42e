import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { desktop } from '../support/e2e.ts'
import type { WebKit } from './webkit.ts'
import { expect, test } from './webkit-test.ts'

/** Lets the moment pass in which a press would count as the second half of a double click. */
async function settle(webkit: WebKit): Promise<void> {
  await webkit.evaluate(async () => new Promise((resolve) => setTimeout(resolve, 500)))
}

test('in WebKit the bell counts and lists what the partner wrote, and leads to it', async ({
  engine,
}) => {
  const partner = await engine.server.client('Željka')
  const webkit = await engine.signedIn()
  await webkit.misses('Lädt')
  await partner.rest
    .from('entries')
    .insert({ user_id: partner.id, category: 'erzaehlen', content: 'Von drüben' })
  await webkit.sees('Von drüben')
  await webkit.press(/^Neu für dich: 1/)
  await webkit.press(/Von drüben/, 'Neu für dich')
  await webkit.misses('Neu für dich')
  await webkit.sees('Von drüben')
})

test('in WebKit a quote is added to the favourites and removed', async ({ engine }) => {
  const webkit = await engine.signedIn()
  await webkit.press('Lieblingszitate')
  await webkit.press('Zitat hinzufügen')
  await webkit.fill('Zitat', 'Wer liest, lebt doppelt')
  await webkit.fill('Von wem?', 'Oma')
  await webkit.press('Hinzufügen')
  await webkit.sees('Wer liest, lebt doppelt')
  await webkit.reload()
  await webkit.sees('Wer liest, lebt doppelt')
  const stored = async () => engine.server.sql()`select quote_text from custom_quotes`
  await expect.poll(stored).toEqual([{ quote_text: 'Wer liest, lebt doppelt' }])
  await webkit.press('Zitat löschen', 'Wer liest')
  await webkit.sees('Zitat gelöscht')
  await webkit.misses('Wer liest, lebt doppelt')
  await expect.poll(stored).toEqual([])
  await webkit.back()
  await webkit.sees('Hallo Jonas!')
})

test('in WebKit a round of the quiz is played to its result', async ({ engine }) => {
  const { rest, id } = await engine.server.client('Jonas')
  const words = ['Haus | kuća', 'Maus | miš', 'Milch | mlijeko', 'Baum | drvo']
  await rest.from('entries').insert(
    words.map((word) => ({
      user_id: id,
      category: 'uebersetzungen',
      content: `🇩🇪 ${word.replace('| ', '| 🇭🇷 ')}`,
    })),
  )
  const webkit = await engine.signedIn()
  await webkit.sees('mlijeko')
  await webkit.press(/^Übersetz/)
  await webkit.press('Quiz starten')
  for (let question = 1; question <= words.length; question += 1) {
    await webkit.sees(`Frage ${question} von ${words.length}`)
    await settle(webkit)
    await webkit.press(/(Haus|Maus|Milch|Baum|kuća|miš|mlijeko|drvo)$/, 'Frage')
    await settle(webkit)
    await webkit.press(question < words.length ? 'Nächste Frage' : 'Ergebnis anzeigen')
  }
  await webkit.sees('Erfolgsquote')
})

test('in WebKit the journal is taken along as a file', async ({ engine }) => {
  const { rest, id } = await engine.server.client('Jonas')
  await rest
    .from('entries')
    .insert({ user_id: id, category: 'gedanken', content: 'Unser erster Mai' })
  const webkit = await engine.signedIn({ viewport: desktop })
  await webkit.sees('Unser erster Mai')
  await webkit.press(/^Neu für dich|^Neuigkeiten/)
  await webkit.press('Auf diesem Gerät')
  await webkit.press('Alles mitnehmen')
  const files = () => {
    try {
      return readdirSync(webkit.downloads).filter((name) => name.endsWith('.html'))
    } catch {
      return []
    }
  }
  await expect.poll(files).toHaveLength(1)
  const [file = ''] = files()
  expect(readFileSync(path.join(webkit.downloads, file), 'utf8')).toContain('Unser erster Mai')
})

test('in WebKit a special day has its greeting, its entry and its confetti', async ({ engine }) => {
  const at = new Date('2026-08-17T10:00:00+02:00')
  const webkit = await engine.signedIn({ at })
  await webkit.sees('Alles Liebe zum Jahrestag, Jonas! 💕')
  await webkit.sees('Heute vor einem Jahr haben wir uns kennengelernt.')
  const hasFallen = () => localStorage.getItem('tagebuch.confetti')
  await expect.poll(async () => webkit.evaluate(hasFallen)).toBe('anniversary 2026')
})
