import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { answerAt } from '#contract/dotted-keys.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { withAddresses } from '#contract/registrations/registrations.changed.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { type RegistrationEdit, registrationEditEndpoints } from '#contract/registrations/registrations.edit.ts'
import { closeApp, heading, openApp, press, serverFor } from '#web/app.test-data.ts'
import { applicationOf, schoolOf, store } from '#web/domains/registrations/registrations.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const CHILD = { firstname: 'Mia', lastname: 'Aendert', mail: 'alt.anna@example.org' }

const ADDRESS = withAddresses(['meta.child_street'])

/** What was sent; the server takes it over unless it is out of date, and names first name and address, which were changed meanwhile. */
const editAnswers = (mia: RegistrationDetails, sent: RegistrationEdit[]): Answer[] => [
  answer(registrationEditEndpoints.change, ({ body }) => {
    sent.push(body)
    const { changed, version } = body
    if (version !== mia.version) {
      const fields = Object.fromEntries(
        ['meta.child_firstname', ...ADDRESS].map((key) => [key, answerAt(mia.answers, key)]),
      )
      const known = { changed_by: 'Alex Berg', changed_at: mia.created_at, version: mia.version, fields }
      return json(409, { message: ERROR_TEXTS.stale, ...known })
    }
    return { version: store(mia, {}).version, changed }
  }),
]
const open = async (mia: RegistrationDetails, sent: RegistrationEdit[] = []) => {
  await openApp(
    `${paths.registrationEdit(mia.id)}?search=Aendert`,
    serverFor('schooladmin', [...editAnswers(mia, sent), ...schoolOf([mia])]),
  )
  await waitFor(() => expect(heading().textContent).toBe('Mia Aendert bearbeiten'))
  await screen.findByRole('button', { name: 'Änderungen speichern' })
}
const contact = () => within(screen.getByRole('group', { name: 'Sorgeberechtigte Person 1' }))
const mail = () => contact().getByLabelText<HTMLInputElement>(/^E-Mail/)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Änderungen speichern' }))

test('an address is put right: what changes is shown before, and what follows is said', async () => {
  const mia = applicationOf(CHILD)
  const sent: RegistrationEdit[] = []
  await open(mia, sent)
  expect(screen.getByText('Noch nichts geändert')).toBeTruthy()
  type(mail(), 'alt.anna@gmial.com')
  fireEvent.click(await contact().findByRole('button', { name: 'Meinten Sie @gmail.com?' }))
  await waitFor(() => expect(document.activeElement).toBe(mail()))
  expect(mail().value).toBe('alt.anna@gmail.com')
  type(mail(), 'anna@example.org')
  type(screen.getAllByLabelText('Hausnummer')[0] as HTMLElement, '14')
  const changes = await screen.findByRole('region', { name: /Änderung/ })
  for (const text of [CHILD.mail, '1a', 'Die neue Adresse muss neu bestätigt werden; wir senden sofort eine E-Mail.'])
    expect(changes.textContent).toContain(text)
  press('s', { ctrlKey: true })
  const text = `Die Änderungen an der Bewerbung ${mia.number} sind gespeichert. Eine Bestätigungsmail geht an die neue Adresse.`
  expect(await screen.findByText(text)).toBeTruthy()
  expect(window.location.href).toMatch(new RegExp(`${paths.registration(mia.id)}\\?search=Aendert$`))
  expect(sent).toMatchObject([{ changed: expect.arrayContaining(['contacts.0.mail', 'meta.child_house_number']) }])
})

test('what is wrong is named on top and at its field; leaving asks first', async () => {
  await open(applicationOf(CHILD))
  type(screen.getAllByLabelText('Postleitzahl')[0] as HTMLElement, '1')
  fireEvent.click(screen.getByRole('radio', { name: 'gemeinsames Sorgerecht' }))
  save()
  const summary = (await screen.findByText(/Bitte prüfen Sie 4 Angaben/)).closest('[role="alert"]') as HTMLElement
  await waitFor(() => expect(document.activeElement).toBe(summary))
  fireEvent.click(within(summary).getByRole('button', { name: /^Vorname \(Person 2\)/ }))
  const second = within(screen.getByRole('group', { name: 'Sorgeberechtigte Person 2' }))
  await waitFor(() => expect(document.activeElement).toBe(second.getByLabelText('Vorname')))

  fireEvent.click(screen.getByRole('link', { name: 'Abbrechen' }))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('ungespeicherte Änderungen')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(heading().textContent).toBe('Mia Aendert bearbeiten')
})

test('two people change one application: what both changed is compared, and all else is in', async () => {
  const mia = applicationOf(CHILD)
  await open(mia)
  const { answers } = mia
  const meta = { ...answers.meta, child_firstname: 'Ada', child_city: 'Anderswo' }
  store(mia, { answers: { ...answers, meta }, meta: { child_firstname: 'Ada', child_lastname: 'Aendert' } })
  type(screen.getByLabelText('Vorname(n)'), 'Ida')
  type(contact().getByLabelText(/^Telefon/), '0331 47114711')
  save()
  const conflict = (await screen.findByText(/hat diesen Datensatz/)).closest('[role="alert"]') as HTMLElement
  await waitFor(() => expect(document.activeElement).toBe(conflict))
  const firstname = within(conflict).getByRole('row', { name: /Vorname/ })
  for (const text of ['Ada', 'Ida']) expect(firstname.textContent).toContain(text)
  expect(within(conflict).queryByRole('row', { name: /Telefon/ })).toBeNull()
  fireEvent.click(within(conflict).getByRole('button', { name: 'Gespeicherte behalten' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Vorname(n)').value).toBe('Ada'))
  const [city] = screen.getAllByLabelText<HTMLInputElement>('Ort')
  await waitFor(() => expect(city?.value).toBe('Anderswo'))
  save()
  await waitFor(() => expect(heading().textContent).toBe('Ada Aendert'))
})

test('two people change the address of one application: both whole addresses are shown with what each changed', async () => {
  const mia = applicationOf(CHILD)
  await open(mia)
  const { answers } = mia
  const meta = { ...answers.meta, child_street: 'Talweg' }
  store(mia, { answers: { ...answers, meta }, meta: { child_firstname: 'Mia', child_lastname: 'Aendert' } })
  const [number] = screen.getAllByLabelText('Hausnummer')
  type(number as HTMLElement, '77')
  save()
  const conflict = (await screen.findByText(/hat diesen Datensatz/)).closest('[role="alert"]') as HTMLElement
  const row = within(conflict).getByRole('row', { name: /^Anschrift/ })
  const [, theirs = '', mine = ''] = [...row.children].map(({ textContent }) => textContent)
  expect(theirs.startsWith(`Talweg (geändert) ${answers.meta.child_house_number}, `)).toBe(true)
  expect(mine.startsWith(`${answers.meta.child_street} 77 (geändert), `)).toBe(true)
  expect(within(conflict).getAllByRole('row')).toHaveLength(2)
})
