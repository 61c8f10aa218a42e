import { expect, firstPartner, openSignedIn, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { cardOf } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'

test('without WebSockets the quiet line says how often a look is taken, and the partner’s entry comes by then', async ({
  app,
}) => {
  const context = await app.device({ at: ordinaryPresent() })
  await context.routeWebSocket(/\/realtime\//, async (socket) => socket.close())
  const page = await openSignedIn(context, app.server, firstPartner)
  const line = page.getByText('Neues kommt gerade nur alle 30 Sekunden an')
  await expect(line).toBeHidden()
  await page.clock.fastForward('00:31')
  await expect(line).toBeVisible()
  await seed(app, 'Željka', { content: 'Ohne Umweg' })
  await page.clock.fastForward('00:31')
  await expect(cardOf(page, 'Ohne Umweg')).toBeVisible()

  await context.setOffline(true)
  await expect(line).toBeHidden()
  await context.setOffline(false)
})
