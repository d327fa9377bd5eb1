import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ContactAnswers } from '#contract/registrations/registrations.form.ts'
import { FOW, fill, REGULAR, SECOND, SECONDARY } from '#contract/registrations/registrations.sample.test-data.ts'
import { PublicRegistrationPage } from './PublicRegistrationPage.tsx'
import { openAt, RECEIPT, server, startServer, stopServer } from './public-form.test-data.ts'

// Drawing a whole page may take more than a second on a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(() => startServer())
afterEach(() => {
  cleanup()
  stopServer()
})

const MOTHER = {
  firstname: 'Anna',
  lastname: 'Müller',
  relationship: 'mother',
  mail: 'anna@example.org',
  phone: '0331 123456',
  same_address: true,
}

const heading = () => screen.findByRole('heading', { level: 1 })
const step = (name: RegExp) => screen.findByRole('heading', { level: 1, name })
const goOn = () => fireEvent.click(screen.getByRole('button', { name: 'Weiter' }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const second = () => within(screen.getByRole('group', { name: 'Sorgeberechtigte Person 2' }))

describe('the step of the family', () => {
  beforeEach(async () => {
    await openAt('family', fill(REGULAR, { ...SECOND, 'contacts.1.firstname': '', 'contacts.1.phone': '0331 1' }))
    await step(/Familie/)
  })

  test('names in its errors which of the two persons a field belongs to', async () => {
    goOn()
    expect(await screen.findByRole('link', { name: /^Sorgeberechtigte Person 2, Vorname/ })).toBeTruthy()
  })

  test('calls neither mail nor phone of the second person optional while both are empty', async () => {
    const label = (text: string) =>
      second().getByText((_, node) => node instanceof HTMLLabelElement && node.textContent === text)
    expect(label('E-Mail (optional)')).toBeTruthy()
    fireEvent.change(second().getByLabelText(/^Telefon/), { target: { value: '' } })
    expect(label('E-Mail')).toBeTruthy()
    expect(label('Telefon')).toBeTruthy()
  })

  test('offers the address that was probably meant, and takes it', async () => {
    fireEvent.change(second().getByLabelText(/^E-Mail/), { target: { value: 'ole@gmial.com' } })
    await userEvent.click(second().getByRole('button', { name: 'Meinten Sie @gmail.com?' }))
    expect(second().getByLabelText<HTMLInputElement>(/^E-Mail/).value).toBe('ole@gmail.com')
  })

  test('leads the focus into a sibling that is added, and back when it is removed', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Geschwisterkind hinzufügen' }))
    const sibling = within(screen.getByRole('group', { name: 'Geschwisterkind 1' }))
    expect(document.activeElement).toBe(sibling.getByLabelText('Vorname'))
    await userEvent.click(screen.getByRole('button', { name: 'Geschwisterkind 1 entfernen' }))
    expect(screen.queryByRole('group', { name: 'Geschwisterkind 1' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Geschwisterkind hinzufügen' }))
  })
})

describe('the step of the child', () => {
  test('names the one field that is wrong in the title, at the field and in the summary', async () => {
    await openAt('child', fill(REGULAR, { 'meta.child_birthdate': '31.2.2021' }))
    await step(/Kind/)
    goOn()
    const summary = await screen.findByText('Bitte prüfen Sie 1 Angabe:')
    expect(summary.closest('[role="alert"]')).toBeTruthy()
    const field = screen.getByLabelText('Geburtsdatum')
    await waitFor(() => expect(document.activeElement).toBe(field))
    const notes = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(notes.map((id) => document.getElementById(id)?.textContent).join()).toContain(
      'Dies ist kein gültiges Datum.',
    )
    expect(document.title).toMatch(/^Fehler: Kind/)
  })

  test('says that a child this young may start early on request', async () => {
    await openAt('child', fill(REGULAR, { 'meta.child_birthdate': '2021-11-01' }))
    expect(await screen.findByText('Vorzeitige Einschulung auf Antrag möglich.')).toBeTruthy()
  })
})

describe('a change from the check page', () => {
  beforeEach(async () => {
    await openAt('check', REGULAR)
    await step(/Angaben prüfen/)
    fireEvent.click(screen.getByRole('button', { name: 'Platz ändern' }))
    await step(/Platz/)
    fireEvent.click(screen.getByRole('radio', { name: 'Quereinstieg' }))
    type('Gewünschte Klassenstufe', '2')
  })

  test('asks for what it makes necessary and comes back there', async () => {
    await userEvent.type(screen.getByLabelText('Gewünschter Beginn'), '15.9.27')
    await userEvent.tab()
    await userEvent.click(screen.getByRole('button', { name: 'Meinten Sie 15.09.2027?' }))
    goOn()
    await step(/Bisher/)
    type('Bisherige Schule', 'Grundschule am See')
    type('Ort der Schule', 'Wacholderhain')
    type('Schulform', 'grundschule')
    type('Aktuelle Klassenstufe', '1')
    goOn()
    expect(await step(/Angaben prüfen/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Zurück' }))
    expect(await step(/Gespräch/)).toBeTruthy()
  })

  test('that is not finished stays at the step, and nothing is sent', async () => {
    type('Gewünschter Beginn', '1.1.2020')
    goOn()
    expect(await screen.findByText('Bitte prüfen Sie 1 Angabe:')).toBeTruthy()
    expect((await heading()).textContent).toContain('Platz')
    expect(server.submissions).toEqual([])
  })
})

test('the way back from the check page of a resumed draft leads to the step before', async () => {
  await openAt('check', REGULAR)
  await step(/Angaben prüfen/)
  fireEvent.click(screen.getByRole('button', { name: 'Zurück' }))
  expect(await step(/Gespräch/)).toBeTruthy()
})

test('what is not confirmed says so at both boxes', async () => {
  await openAt('check', fill(REGULAR, { 'meta.truth_confirmed': false, 'meta.privacy_notice_read': false }))
  await step(/Angaben prüfen/)
  fireEvent.click(screen.getByRole('button', { name: 'Bewerbung absenden' }))
  const refusals = await screen.findAllByText('Bitte hier bestätigen.', { exact: true })
  expect(refusals.map(({ textContent }) => textContent)).toEqual(Array(2).fill('Fehler: Bitte hier bestätigen.'))
  expect(server.submissions).toEqual([])
})

test('a hidden field that a password manager filled says so, and one button empties it and sends', async () => {
  await openAt('check', REGULAR)
  await step(/Angaben prüfen/)
  const hidden = screen.getByLabelText<HTMLInputElement>('Website')
  fireEvent.input(hidden, { target: { value: 'https://example.org' } })
  fireEvent.click(screen.getByRole('button', { name: 'Bewerbung absenden' }))
  expect(await screen.findByText(/hat ein verstecktes Feld ausgefüllt/)).toBeTruthy()
  expect(server.submissions).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Feld leeren und absenden' }))
  await waitFor(() => expect(server.submissions).toHaveLength(1))
  expect(hidden.value).toBe('')
  expect(await step(/Bewerbung eingegangen/)).toBeTruthy()
  // A typo shows only in the address as it was typed.
  expect(screen.getByText('anna@example.org')).toBeTruthy()
})

test('a child of the partner school is not asked for that school again', async () => {
  startServer(FOW)
  const { previous_grade: _, ...meta } = SECONDARY.meta
  await openAt('history', { ...SECONDARY, meta })
  await step(/Bisher/)
  expect(screen.queryByLabelText('Bisherige Schule')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: /^Mein Kind besucht zurzeit unsere Partnerschule/ }))
  expect(screen.queryByLabelText('Bisherige Schule')).toBeNull()
  type('Aktuelle Klassenstufe', '6')
  goOn()
  expect(await step(/Familie/)).toBeTruthy()
})

test('the form for a further child has the family of the first, and asks for its own name', async () => {
  server.receipt = RECEIPT
  server.family = {
    custody: 'sole',
    second_contact_unreachable: false,
    second_contact_note: null,
    sibling: { firstname: 'Mia', lastname: 'Müller' },
    contacts: [ContactAnswers.parse(MOTHER)],
    address: { street: 'Dorfstraße', house_number: '12a', zip: '15999', city: 'Wacholderhain' },
  }
  history.replaceState(null, '', '?kind=2')
  render(<PublicRegistrationPage schoolShort="fsw" />)
  expect(await screen.findByText(/^Anschrift, Sorgerecht und Kontakte haben wir/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Bewerbung beginnen' }))
  await step(/Platz/)
  fireEvent.click(screen.getByRole('radio', { name: /^Einschulung/ }))
  goOn()
  await step(/Kind/)
  expect(screen.getByLabelText<HTMLInputElement>('Vorname(n)').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Straße').value).toBe('Dorfstraße')
})
