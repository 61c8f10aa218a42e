import { expect, firstPartner, signIn } from '../support/e2e.ts'
import { createPushDevice } from '../support/push-receiver.ts'
import {
  nudges,
  openNudges,
  panel,
  subscribeAs,
  test,
  turnOn,
  wholeBrowser,
} from '../e2e/nudge-steps.ts'
import { journey } from './gallery.ts'

test.use(wholeBrowser)

journey(
  'nudges',
  async ({ app, options, take }) => {
    const context = await app.device({ ...options, serviceWorkers: 'allow' })
    await subscribeAs(context, createPushDevice('https://fcm.googleapis.com/send/gallery'))
    await signIn(context, app.server, firstPartner)
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByText('Euer Tagebuch wartet auf euch')).toBeVisible()
    await page.evaluate(async () => navigator.serviceWorker.ready)
    await openNudges(page, 'aus')
    await expect(turnOn(page)).toBeVisible()
    await take(page, 'off')
    await turnOn(page).click()
    await expect(turnOn(page)).toBeChecked()
    await take(page, 'on')
    await nudges(page).getByText('Wovon und wann').click()
    await expect(nudges(page).getByLabel('Ruhe ab')).toBeVisible()
    await panel(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await take(page, 'choices')
  },
  test,
)
