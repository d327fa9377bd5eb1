import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { placeEndpoints } from '#contract/registrations/registrations.place.ts'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { closeApp, heading, openApp, serverFor } from '#web/app.test-data.ts'
import { applicationOf, schoolOf, store } from '#web/domains/registrations/registrations.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const OVERDUE = { status: 'accepted', place_confirm_due_at: '2026-01-01' } as const
const OPTIONS: TransformOptions = {
  school_year: { id: 3, name: '2027/2028' },
  ...{ grade: 1, date_entry: '2027-08-16', classes: [], school_changes: [], guardians: [], siblings: [], wish: null },
  duplicates: { exact: [], likely: [] },
  open_points: ['family_not_told'],
}

const open = async (mia: RegistrationDetails, more: readonly Answer[] = []) => {
  const calls: boolean[] = []
  const told = answer(registrationMailEndpoints.tellByPhone, ({ body: { is_told } }) => {
    calls.push(is_told)
    const at = '2026-11-20T10:00:00.000Z'
    const last_told = { at, by: 'Katharina Vogt', is_waiting: false, by_letter: false, by_phone: true }
    store(mia, is_told ? { told_at: at, last_told } : { told_at: null, last_told: null })
    return { told_at: is_told ? at : null }
  })
  const options = answer(registrationEndpoints.transformOptions, () => OPTIONS)
  await openApp(paths.registration(mia.id), serverFor('schooladmin', [told, options, ...more, ...schoolOf([mia])]))
  await waitFor(() => expect(heading().textContent).toBe('Mia Neu'))
  return calls
}
const variantOf = (name: string) => screen.getByRole('button', { name }).getAttribute('data-variant')
// The address is not confirmed.
const INFORM = 'Als Brief (PDF) …'
const TAKE_OVER = 'Als SuS übernehmen'

test('who knows nothing is told first and not asked for an answer; a call counts, and can be taken back', async () => {
  const calls = await open(applicationOf({ firstname: 'Mia', lastname: 'Neu', mail: 'anna@example.org' }, OVERDUE))
  expect(screen.getByText('Die Familie weiß noch nichts von der Zusage.')).toBeTruthy()
  expect([variantOf(INFORM), variantOf(TAKE_OVER)]).toEqual(['filled', 'default'])
  expect(screen.queryByText(/^Nachfassen/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Telefonisch informiert' }))
  expect(await screen.findByText(/^Zusage: telefonisch mitgeteilt, 20\.11\.2026/)).toBeTruthy()
  expect([variantOf(INFORM), variantOf(TAKE_OVER)]).toEqual(['default', 'default'])
  expect(screen.getByText(/^Nachfassen: seit \d+ Tagen überfällig/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Telefonisch informiert' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  expect(await screen.findByText('Die Familie weiß noch nichts von der Zusage.')).toBeTruthy()
  expect(calls).toEqual([true, false])
})

test('with a confirmed address the first offer is a mail', async () => {
  const mia = applicationOf({ firstname: 'Mia', lastname: 'Neu', mail: 'anna@example.org' }, OVERDUE)
  const contacts = mia.contacts.map((one) => ({ ...one, mail_state: 'verified' as const }))
  await open({ ...mia, contacts })
  expect(variantOf('Sorgeberechtigte per E-Mail informieren')).toBe('filled')
  expect(screen.queryByRole('button', { name: INFORM })).toBeNull()
})

test('a contract that went out tells the family as well', async () => {
  const place = { ...OVERDUE, contract_sent_at: '2025-12-20' }
  await open(applicationOf({ firstname: 'Mia', lastname: 'Neu', mail: 'anna@example.org' }, place))
  expect(screen.getByText('Noch keine E-Mail dazu.')).toBeTruthy()
  expect([variantOf(INFORM), variantOf(TAKE_OVER)]).toEqual(['default', 'default'])
  expect(screen.getByText(/^Nachfassen: seit/)).toBeTruthy()
})

test('a place that nobody confirmed in time is said beside the decision; a confirmed one leads on to the pupil', async () => {
  const told = { ...OVERDUE, contract_sent_at: '2025-12-20' }
  await open(applicationOf({ firstname: 'Mia', lastname: 'Neu', mail: 'anna@example.org' }, told))
  const glance = () => screen.getByRole('region', { name: 'Auf einen Blick' }).textContent
  expect(glance()).toMatch(/^Platz zu bestätigen bis \d\d\.\d\d\.\d{4}/)
  expect(screen.getByText(/^Nachfassen/)).toBeTruthy()
  await closeApp()
  await open(applicationOf({ firstname: 'Mia', lastname: 'Neu' }, { ...told, place_confirmed_at: '2026-01-05' }))
  expect(glance()).toMatch(/^Platz bestätigt am 05\.01\.2026/)
  expect(screen.queryByText(/^Nachfassen/)).toBeNull()
  expect(variantOf(TAKE_OVER)).toBe('filled')
})

test('an overdue place is said under the name with whom to call, and is confirmed there', async () => {
  const mia = applicationOf({ firstname: 'Mia', lastname: 'Neu' }, { ...OVERDUE, contract_sent_at: '2025-12-20' })
  const sent: unknown[] = []
  const confirm = answer(placeEndpoints.change, ({ body: { version, ...change } }) => {
    sent.push(change)
    store(mia, change)
    return { version: version + 1 }
  })
  await open(mia, [confirm])
  const alert = within(screen.getByRole('alert', { name: /^Nachfassen: seit \d+ Tagen überfällig$/ }))
  expect(alert.getByRole('link', { name: 'Anna Neu anrufen: 0331 12345' }).getAttribute('href')).toBe('tel:+4933112345')
  expect(
    alert.getAllByRole('button').map((button) => [button.textContent, button.dataset.variant ?? 'filled']),
  ).toEqual([
    ['Platz heute bestätigt', 'filled'],
    ['Frist bis 27.11.2026', 'default'],
    ['Kommt nicht', 'default'],
  ])
  fireEvent.click(alert.getByRole('button', { name: 'Platz heute bestätigt' }))
  await waitFor(() => expect(variantOf(TAKE_OVER)).toBe('filled'))
  expect(sent).toEqual([{ place_confirmed_at: '2026-11-20' }])
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  expect(screen.queryByText(/^Nachfassen/)).toBeNull()
})

test('an overdue place gets another week from there, or the family withdraws on the telephone', async () => {
  const mia = applicationOf({ firstname: 'Mia', lastname: 'Neu' }, { ...OVERDUE, contract_sent_at: '2025-12-20' })
  const sent: unknown[] = []
  const change = answer(placeEndpoints.change, ({ body: { version, ...changed } }) => {
    sent.push(changed)
    store(mia, changed)
    return { version: version + 1 }
  })
  await open(mia, [change])
  fireEvent.click(screen.getByRole('button', { name: 'Kommt nicht' }))
  const question = within(await screen.findByRole('dialog', { name: 'Bewerbung zurückziehen' }))
  fireEvent.click(question.getByRole('button', { name: 'Abbrechen' }))
  fireEvent.click(screen.getByRole('button', { name: 'Frist bis 27.11.2026' }))
  await waitFor(() => expect(screen.queryByText(/^Nachfassen/)).toBeNull())
  expect(sent).toEqual([{ place_confirm_due_at: '2026-11-27' }])
})

test('the warning before a child becomes a pupil leads to telling the family first', async () => {
  await open(applicationOf({ firstname: 'Mia', lastname: 'Neu', mail: 'anna@example.org' }, OVERDUE))
  fireEvent.click(screen.getByRole('button', { name: TAKE_OVER }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Als SuS übernehmen/ }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Erst informieren' }))
  expect(await screen.findByRole('dialog', { name: /informieren: Mia Neu$/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Als SuS übernehmen/ })).toBeNull())
})

test('a withdrawn application says so in its timeline and shows no empty card of its place', async () => {
  const gone = { ...OVERDUE, withdrawn_at: '2026-09-19T13:41:00.000Z', withdrawn_by: 'applicant' } as const
  await open(applicationOf({ firstname: 'Mia', lastname: 'Neu', mail: 'anna@example.org' }, gone))
  const timeline = within(screen.getByRole('region', { name: 'Verlauf' }))
  expect(timeline.getByText('Zurückgezogen von der Familie')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Vertrag und Platz' })).toBeNull()
})
