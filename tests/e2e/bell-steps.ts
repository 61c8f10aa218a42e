import type { Page } from '@playwright/test'

export const bell = (page: Page, count: number) =>
  page.getByRole('button', {
    name: count === 0 ? 'Neu für dich' : `Neu für dich: ${count}`,
    exact: true,
  })
export const list = (page: Page) => page.getByRole('dialog', { name: 'Neu für dich' })
export const lines = (page: Page) => list(page).getByRole('listitem')
