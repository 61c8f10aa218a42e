import { expect, firstPartner, openSignedIn, phone, test } from '../support/e2e.ts'
import { openForm, textField } from './entry-steps.ts'

test('the text field grows with its text in a browser without field-sizing', async ({ app }) => {
  const context = await app.device({
    viewport: phone,
    init: () => {
      const supports = CSS.supports.bind(CSS) as (property: string, value: string) => boolean
      CSS.supports = (property: string, value?: string) =>
        property !== 'field-sizing' && supports(property, value ?? '')
    },
  })
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/field-sizing:\s*content/g, '')
    await route.fulfill({ response, body })
  })
  const page = await openSignedIn(context, app.server, firstPartner)
  const form = await openForm(page)
  const field = textField(form)
  const height = async () => (await field.boundingBox())?.height ?? 0
  const scrolls = () => field.evaluate((area) => area.scrollHeight > area.clientHeight)
  expect(
    await field.evaluate((area) => getComputedStyle(area).getPropertyValue('field-sizing')),
  ).not.toBe('content')
  const empty = await height()
  await field.fill('Zeile\n'.repeat(7))
  await expect.poll(height).toBeGreaterThan(empty + 40)
  expect(await scrolls()).toBe(false)
  const tall = await height()
  await field.fill('kurz')
  await expect.poll(height).toBeLessThan(tall)
  await field.fill('Zeile\n'.repeat(30))
  await expect.poll(height).toBe(256)
})
