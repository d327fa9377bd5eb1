import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { privacyRequestEndpoints } from '#contract/privacyrequests/privacyrequests.ts'
import { address, alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { DONE_REQUEST, LATE_REQUEST, OPEN_REQUEST, requestServer } from './privacyrequests.test-data.ts'

afterEach(closeApp)

const open = async (path = '/admin/datenschutz/anfragen', requests = [DONE_REQUEST, OPEN_REQUEST, LATE_REQUEST]) => {
  const server = serverFor('schooladmin', requestServer(...requests).answers)
  await openApp(path, server)
  await page(/^Anfragen zum Datenschutz/)
  return server
}
const rows = () => screen.getAllByRole('row').slice(1)
const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('the list begins with what waits for an answer, the most urgent first, and says how late it is', async () => {
  await open()
  await screen.findByText('Erna Fremd', { selector: 'a *, a' })
  expect(rows()).toHaveLength(2)
  expect(rows()[0]?.textContent).toMatch(/Erna Fremd.*Löschung.*10\.11\.2026.*seit 10 Tagen überfällig/)
  expect(rows()[1]?.textContent).toMatch(/Mia Vogel.*Auskunft.*02\.12\.2026.*offen/)
})

test('a filter shows what is done, below what is open', async () => {
  await open('/admin/datenschutz/anfragen?status=overdue,open,done')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(rows()[2]?.textContent).toMatch(/erfüllt.*am 20\.09\.2026/)
})

test('a search finds who asked', async () => {
  await open('/admin/datenschutz/anfragen?search=anna')
  await waitFor(() => expect(textsOf(rows())).toEqual([expect.stringContaining('Anna Vogel')]))
})

test('without any request the page says what it is for, and leads to the first', async () => {
  await open(undefined, [])
  expect(await screen.findByText('Noch keine Anfragen.')).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: 'Anfrage erfassen' }).at(-1) as HTMLElement)
  expect(await dialog('Anfrage erfassen')).toBeTruthy()
})

test('a request is entered for a person who is found by the name', async () => {
  const user = userEvent.setup()
  const server = await open()
  await user.keyboard('n')
  const form = await dialog('Anfrage erfassen')
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: 'In welcher Rolle' }).value).toBe('')
  const person = form.getByRole('combobox', { name: 'Um wessen Daten geht es?' })
  await user.type(person, 'vogel')
  await user.click(await screen.findByRole('option', { name: /Anna Vogel.*Sorgeberechtigte · bei Mia/ }))
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Gestellt von' }).value).toBe('Anna Vogel')
  await user.click(form.getByRole('button', { name: 'Erfassen' }))
  expect(await alertWith('Die Anfrage ist erfasst.')).toBeTruthy()
  expect(server.bodiesOf(privacyRequestEndpoints.add)).toEqual([
    expect.objectContaining({ subject: 'guardian:30', requested_by: 'Anna Vogel', received_on: '2026-11-20' }),
  ])
})

test('of somebody whom the school does not know the name is asked', async () => {
  const user = userEvent.setup()
  const server = await open()
  await user.keyboard('n')
  const form = await dialog('Anfrage erfassen')
  await user.click(form.getByRole('button', { name: 'Erfassen' }))
  expect((await form.findAllByText('Dieses Feld ist ein Pflichtfeld.')).length).toBeGreaterThan(0)
  await user.click(form.getByRole('combobox', { name: 'Um wessen Daten geht es?' }))
  await user.click(await screen.findByRole('option', { name: 'Der Schule nicht bekannt' }))
  await user.type(form.getByRole('textbox', { name: 'Name der betroffenen Person' }), 'Otto Niemand')
  await user.type(form.getByRole('textbox', { name: 'Gestellt von' }), 'Otto Niemand')
  await user.click(form.getByRole('button', { name: 'Erfassen' }))
  expect(await alertWith('Die Anfrage ist erfasst.')).toBeTruthy()
  expect(server.bodiesOf(privacyRequestEndpoints.add)).toEqual([
    expect.objectContaining({ subject: 'unknown', subject_name: 'Otto Niemand' }),
  ])
  const notice = await alertWith('Die Anfrage ist erfasst.')
  fireEvent.click(notice.getByText('Zur Anfrage'))
  await waitFor(() => expect(address()).toBe('/admin/datenschutz/anfragen/99'))
})
