import { firstPartner, phone, test } from '../support/e2e.ts'
import { settled } from './cpu.ts'
import { fillCopy } from './fill-copy.ts'
import { seedJournal } from './seed.ts'

const words = ['bahnhof', 'fluss', 'lange']
test('zz', async ({ app }) => {
  await seedJournal(app.server, { entries: 20_000 })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const cards = page.locator('[data-entry]')
  await cards.first().waitFor({ timeout: 60_000 })
  await fillCopy(page, app.server)
  await cards.first().waitFor({ timeout: 60_000 })
  await settled(page)
  await page.keyboard.press('/')
  await page.keyboard.type('eintrag')
  await page.waitForTimeout(6000)
  await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).clear()
  await page.waitForTimeout(1500)
  const s = await page.context().newCDPSession(page)
  await s.send('Performance.enable', { timeDomain: 'threadTicks' })
  const get = async () => Object.fromEntries((await s.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]))
  await page.evaluate(() => {
    const w = window as any
    w.tasks = []
    new PerformanceObserver((l) => { for (const e of l.getEntries()) w.tasks.push([Math.round(e.startTime), e.duration]) }).observe({ type: 'longtask' })
  })
  for (const word of words)  {
    for (const letter of word) {
      const a = await get()
      await page.keyboard.press(letter)
      await page.waitForTimeout(700)
      const b = await get()
      const d = (n: string) => ((b[n]! - a[n]!) * 1000).toFixed(1)
      process.stdout.write(`${word} ${letter}: task ${d('TaskDuration')} script ${d('ScriptDuration')} layout ${d('LayoutDuration')} style ${d('RecalcStyleDuration')}  layouts ${b['LayoutCount']! - a['LayoutCount']!} cards ${await cards.count()}\n`)
    }
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).clear()
    await page.waitForTimeout(700)
  }
  process.stdout.write(JSON.stringify(await page.evaluate(() => (window as any).tasks)) + '\n')
  await s.send('Profiler.enable')
  await s.send('Profiler.setSamplingInterval', { interval: 200 })
  await s.send('Profiler.start')
  for (const word of words) {
    await page.keyboard.type(word, { delay: 250 })
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).clear()
    await page.waitForTimeout(300)
  }
  const { profile } = await s.send('Profiler.stop')
  const self = new Map<string, number>()
  const total = profile.samples!.length
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  for (const id of profile.samples!) {
    const n = byId.get(id)!
    const k = `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`
    self.set(k, (self.get(k) ?? 0) + 1)
  }
  for (const [k, c] of [...self].sort((x, y) => y[1] - x[1]).slice(0, 35)) process.stdout.write(`${((c / total) * 100).toFixed(1)} % ${k}\n`)
})
