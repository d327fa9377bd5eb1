import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FSW } from '#contract/registrations/registrations.sample.test-data.ts'
import { registrationEndpoints, type StaffRegistration } from '#contract/registrations/registrations.ts'
import { closeApp, heading, openApp, serverFor } from '#web/app.test-data.ts'
import { applicationOf, schoolOf } from '#web/domains/registrations/registrations.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const type = (label: string, value: string) =>
  fireEvent.change(screen.getAllByLabelText(label)[0] as HTMLElement, { target: { value } })
const check = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Bewerbung anlegen' }))

const fillIn = () => {
  type('Vorname(n)', 'Emil')
  type('Nachname', 'Papier')
  check('männlich')
  type('Straße', 'Dorfstraße')
  type('Hausnummer', '3')
  type('Postleitzahl', '15999')
  type('Ort', 'Wacholderhain')
  check('alleiniges Sorgerecht')
  const parent = within(screen.getByRole('group', { name: 'Sorgeberechtigte Person 1' }))
  fireEvent.change(parent.getByLabelText('Vorname'), { target: { value: 'Anna' } })
  fireEvent.change(parent.getByLabelText('Nachname'), { target: { value: 'Papier' } })
  fireEvent.change(parent.getByLabelText('Beziehung zum Kind'), { target: { value: 'mother' } })
  check('kein Hort')
}

test('an application from paper is checked like any other and sends mail only on wish', async () => {
  const emil = applicationOf({ firstname: 'Emil', lastname: 'Papier' })
  const sent: StaffRegistration[] = []
  const add: Answer = answer(registrationEndpoints.add, ({ body }) => {
    sent.push(body)
    return { id: emil.id, number: emil.number }
  })
  await openApp(paths.newRegistration, serverFor('schooladmin', [add, ...schoolOf([emil])]))
  await screen.findByRole('button', { name: 'Bewerbung anlegen' })
  submit()
  expect(await screen.findByText(/^Bitte prüfen Sie \d+ Angaben:$/)).toBeTruthy()
  const parts = within(screen.getByRole('navigation', { name: 'Abschnitte' }))
  expect(parts.getByRole('link', { name: 'Kind' }).parentElement?.textContent).toMatch(/^Kind \d Fehler$/)
  expect(parts.getByRole('link', { name: 'Aufnahme' }).parentElement?.textContent).toBe('Aufnahme')
  const family = screen.getAllByRole('listitem').find(({ textContent }) => textContent?.startsWith('Familie: '))
  expect(family?.textContent).toContain('Vorname (Person 1), Nachname (Person 1)')
  fireEvent.click(screen.getByRole('button', { name: 'Vorname(n)' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Vorname(n)')))

  fillIn()
  type('Geburtsdatum', '31.2.2021')
  const link = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Bestätigungslink senden' })
  expect(link.disabled).toBe(true)
  submit()
  expect(await screen.findByText('Bitte prüfen Sie 1 Angabe:')).toBeTruthy()
  expect(sent).toEqual([])
  type('Geburtsdatum', '31.3.21')
  submit()
  await waitFor(() => expect(heading().textContent).toBe('Emil Papier'))
  expect(sent).toMatchObject([{ send_optin: false, status: 'new' }])
  expect(screen.getByText('Aufgenommen von Papier oder Telefon', { exact: false })).toBeTruthy()
  const decision = screen.getByRole('complementary', { name: 'Entscheidung' })
  expect(within(decision).getByText('keine Adresse')).toBeTruthy()
  expect(screen.queryByText(/Bestätigungsmail/)).toBeNull()
})

test('a form for paper that could not be loaded says so and can be asked again', async () => {
  let isBroken = true
  const facts = answer(registrationEndpoints.formOptions, () => (isBroken ? json(500, { message: '' }) : FSW))
  await openApp(paths.newRegistration, serverFor('schooladmin', [facts, ...schoolOf([])]))
  expect(await screen.findByText('Konnte nicht geladen werden.')).toBeTruthy()
  expect(screen.queryByText('Es gibt kein Schuljahr, das läuft oder geplant ist.')).toBeNull()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
  expect(await screen.findByRole('button', { name: 'Bewerbung anlegen' })).toBeTruthy()
})
