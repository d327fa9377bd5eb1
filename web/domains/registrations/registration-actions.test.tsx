import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { applicationOf, schoolOf } from './registrations.test-data.ts'

afterEach(closeApp)

const LIST = `${paths.registrations}?search=Korb`
const linkOf = (name: string) => screen.findByRole('link', { name })
const choose = async (name: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Aktionen: ${name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('a deleted application can be brought back', async () => {
  const ben = applicationOf({ firstname: 'Ben', lastname: 'Korb' })
  await openApp(LIST, serverFor('schooladmin', schoolOf([ben])))
  await linkOf('Korb, Ben')
  await choose('Ben Korb', 'Löschen')
  const text = `Bewerbung ${ben.number} (Ben Korb) gelöscht.`
  const told = (await screen.findByText(text)).closest('[role="alert"]') as HTMLElement
  expect(await screen.findByText('Keine Treffer für „Korb“.')).toBeTruthy()
  fireEvent.click(within(told).getByRole('button', { name: 'Rückgängig' }))
  expect(await linkOf('Korb, Ben')).toBeTruthy()
})

test('what became a pupil goes into the bin only after a question, and comes back from it', async () => {
  const kai = applicationOf({ firstname: 'Kai', lastname: 'Korb' }, { status: 'accepted', pupil_id: 80 })
  await openApp(LIST, serverFor('schooladmin', schoolOf([kai])))
  await linkOf('Korb, Kai')
  await choose('Kai Korb', 'Löschen')
  const question = await screen.findByRole('dialog', { name: 'Bewerbung löschen' })
  expect(question.textContent).toContain('Kai Korb')
  const dismiss = within(question).getByRole('button', { name: 'Abbrechen' })
  await waitFor(() => expect(document.activeElement).toBe(dismiss))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await linkOf('Korb, Kai')).toBeTruthy()
  await choose('Kai Korb', 'Löschen')
  const again = await screen.findByRole('dialog', { name: 'Bewerbung löschen' })
  fireEvent.click(within(again).getByRole('button', { name: 'Bewerbung löschen' }))
  expect(await screen.findByText('Keine Treffer für „Korb“.')).toBeTruthy()

  fireEvent.click(screen.getByRole('button', { name: 'Weitere' }))
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Papierkorb (30 Tage)' }))
  expect(await screen.findByRole('row', { name: /Korb, Kai/ })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await choose('Kai Korb', 'Wiederherstellen')
  expect(await screen.findByText('Die Bewerbung von Kai Korb ist wieder da.')).toBeTruthy()
})
