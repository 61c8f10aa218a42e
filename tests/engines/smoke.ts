import { expect } from '@playwright/test'
import { openCable } from '../support/cable.ts'
import { people, type TestServer } from '../support/server.ts'

/** The actions and views of a person, in any engine. Each waits until it is possible. */
export interface Screen {
  open(): Promise<void>
  reload(): Promise<void>
  /** Types into the field with this label. */
  fill(label: string, text: string): Promise<void>
  /** Presses the button of this name. */
  press(name: string): Promise<void>
  /** The text on the page that can be read. */
  text(): Promise<string>
  /** Calls the function in the page, and waits for what it returns. */
  evaluate<Result, Args extends readonly unknown[]>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
}

/** A busy machine takes its time. */
const soon = expect.configure({ timeout: 60_000 })

/** Signs in, writes, reloads, writes without a network over a reload, and gets it back: sent once. */
export async function smoke(
  server: TestServer,
  openScreen: (url: string) => Promise<Screen>,
): Promise<void> {
  await server.emptyJournal()
  const { rest } = await server.client('Željka')
  const partnerSees = async () => {
    const newestFirst = { ascending: false }
    const { data } = await rest.from('entries').select('content').order('created_at', newestFirst)
    return data?.map(({ content }) => content).toReversed()
  }
  const cable = await openCable(server.url)
  try {
    const screen = await openScreen(cable.url)
    const page = async () => screen.text()
    const sees = async (text: string) => soon.poll(page).toContain(text)
    const write = async (text: string) => {
      await screen.press('Neuer Eintrag')
      await screen.fill('Text', text)
      await screen.press('Eintragen')
      await sees(text)
    }
    await screen.open()
    await screen.fill('Benutzername', 'Jonas')
    await screen.fill('Passwort', people.Jonas.password)
    await screen.press('Anmelden')
    await sees('Hallo Jonas!')
    await write('Geschrieben mit Netz')
    await soon.poll(partnerSees).toEqual(['Geschrieben mit Netz'])
    await screen.reload()
    await sees('Geschrieben mit Netz')

    await screen.evaluate(async () => void (await navigator.serviceWorker.ready))
    cable.cut()
    await screen.reload()
    await sees('Geschrieben mit Netz')
    await sees('Offline – alles wird auf diesem Gerät gespeichert')
    await write('Geschrieben ohne Netz')
    await screen.reload()
    await sees('Geschrieben ohne Netz')
    expect(await partnerSees()).toEqual(['Geschrieben mit Netz'])

    cable.mend()
    await soon.poll(partnerSees).toEqual(['Geschrieben mit Netz', 'Geschrieben ohne Netz'])
    await soon.poll(page).not.toMatch(/Offline|noch nicht gesendet|wird gesendet/)
    expect(await partnerSees()).toHaveLength(2)
  } finally {
    await cable.close()
  }
}
