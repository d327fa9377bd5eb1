import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { PLACE_TEXTS, placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { type SimilarRecords, similarRegistrationEndpoints } from '#contract/registrations/registrations.similar.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { closeApp, heading, openApp, press, serverFor } from '#web/app.test-data.ts'
import { applicationOf, schoolOf, store } from '#web/domains/registrations/registrations.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const CHILD = { firstname: 'Mia', lastname: 'Seite' }

const openDetails = async (all: RegistrationDetails[], more: readonly Answer[] = []) => {
  await openApp(paths.registration(all[0]?.id ?? 0), serverFor('schooladmin', [...more, ...schoolOf(all)]))
  await waitFor(() => expect(heading().textContent).toBe('Mia Seite'))
}
const status = () => screen.getByLabelText(/: Status von Mia Seite ändern$/)
const hasStatus = (text: string) => waitFor(() => expect(status().textContent).toBe(text))
const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Interne Notiz' })
const notice = (text: string | RegExp) => screen.findByText(text)
const button = (name: string) => screen.findByRole('button', { name })
const isAnswered = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('single keys decide on the details page, but not while somebody types', async () => {
  await openDetails([applicationOf(CHILD)])
  await hasStatus('Neu')
  press('2')
  await hasStatus('Angenommen')
  expect(document.title).not.toMatch(/^●/)
  await userEvent.type(note(), 'Ruft um 4')
  expect(note().value).toBe('Ruft um 4')
  expect(status().textContent).toBe('Angenommen')
  expect(document.title).toMatch(/^● Mia/)
  press('s', { ctrlKey: true })
  await waitFor(() => expect(document.title).not.toMatch(/^●/))
})

test('a status that somebody else changed meanwhile is said, with who did it, and then shown', async () => {
  const mia = applicationOf(CHILD)
  await openDetails([mia])
  await hasStatus('Neu')
  store(mia, { status: 'waiting' })
  fireEvent.click(status())
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Angenommen' }))
  expect(await notice('Der Status konnten nicht übernommen werden.')).toBeTruthy()
  expect(screen.getByText(/^Katharina Vogt hat diesen Datensatz am .* um .* Uhr geändert\.$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'OK' }))
  await hasStatus('Warteliste')
})

test('a confirmation mail that failed says so', async () => {
  const mia = applicationOf({ ...CHILD, mail: 'anna@example.org' })
  const [contact] = mia.contacts
  if (contact)
    contact.mails = [
      {
        id: 1,
        template: 'optin',
        state: 'sent',
        created_at: mia.created_at,
        sent_at: mia.created_at,
        trouble: null,
        may_resend: false,
        by: null,
      },
    ]
  await openDetails([mia], [answer(registrationEndpoints.resendContactOptin, () => json(500, { message: '' }))])
  fireEvent.click(await button('Bestätigung erneut senden an Anna Seite'))
  const failed = await screen.findByRole('dialog', { name: 'Fehler' })
  expect(within(failed).getByText('Beim Senden der E-Mail ist es zu einem Fehler gekommen.')).toBeTruthy()
})

test('a note another person wrote meanwhile is shown before it is overwritten', async () => {
  const mia = applicationOf(CHILD)
  await openDetails([mia])
  fireEvent.change(note(), { target: { value: 'Rückruf am Montag' } })
  const trail = screen.getByRole('navigation', { name: 'Pfad' })
  fireEvent.click(within(trail).getByRole('link', { name: 'Bewerbungen' }))
  fireEvent.click(await button('Weiter bearbeiten'))
  await isAnswered()
  expect(note().value).toBe('Rückruf am Montag')

  store(mia, { internal_note: 'Gespräch geführt' })
  fireEvent.click(await button('Notiz speichern'))
  expect(await notice(/^Katharina Vogt hat diesen Datensatz am .* geändert\.$/)).toBeTruthy()
  expect(screen.getByText('Gespräch geführt')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Meine übernehmen' }))
  expect(await notice('Die Notiz ist gespeichert.')).toBeTruthy()
  expect(mia.internal_note).toBe('Rückruf am Montag')
  await waitFor(() => expect(document.activeElement).toBe(note()))
  fireEvent.change(note(), { target: { value: 'Rückruf am Dienstag' } })
  press('s', { ctrlKey: true })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Notiz speichern' })).toBeNull())
  await waitFor(() => expect(mia.internal_note).toBe('Rückruf am Dienstag'))
})

/** Withdraws and takes back, as the server does. */
const withdrawalAnswers = (mia: RegistrationDetails): Answer[] => {
  const stored = () => ({ version: mia.version, withdrawn_at: mia.withdrawn_at, wait_rank: null })
  return [
    answer(withdrawalEndpoints.withdraw, ({ body: { reason } }) => {
      store(mia, { withdrawn_at: new Date().toISOString(), withdrawn_by: 'staff', withdraw_reason: reason })
      return stored()
    }),
    answer(withdrawalEndpoints.undo, () => {
      store(mia, { withdrawn_at: null, withdrawn_by: null, withdraw_reason: null })
      return stored()
    }),
  ]
}

test('one is withdrawn with a reason and taken back, by the notice and by the page', async () => {
  const mia = applicationOf(CHILD)
  await openDetails([mia], withdrawalAnswers(mia))
  fireEvent.click(await button('Zurückziehen'))
  const dialog = await screen.findByRole('dialog', { name: 'Bewerbung zurückziehen' })
  const reason = within(dialog).getByLabelText('Grund (optional)')
  await waitFor(() => expect(document.activeElement).toBe(reason))
  await userEvent.keyboard('Umzug{Enter}')
  expect(await notice(/^Zurückgezogen am/)).toBeTruthy()
  expect(screen.getByText('Grund: Umzug')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Zurückziehen' })).toBeNull()
  const told = (await notice(`Bewerbung ${mia.number} (Mia Seite) zurückgezogen.`)).closest('[role="alert"]')
  fireEvent.click(within(told as HTMLElement).getByRole('button', { name: 'Rückgängig' }))
  fireEvent.click(await button('Zurückziehen'))

  const again = await screen.findByRole('dialog', { name: 'Bewerbung zurückziehen' })
  fireEvent.click(within(again).getByRole('button', { name: 'Zurückziehen' }))
  const back = await button('Rückzug zurücknehmen')
  back.focus()
  fireEvent.click(back)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rückzug zurücknehmen' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(heading()))
})

test('contract and confirmation are entered with one press, and a wrong day says what is wrong', async () => {
  const mia = applicationOf(CHILD, { status: 'accepted' })
  const change = answer(placeEndpoints.change, ({ body: { version: _version, ...days } }) => {
    if (days.contract_returned_at === '2026-11-19')
      return json(422, { message: '', errors: { contract_returned_at: [PLACE_TEXTS.order] } })
    return store(mia, days)
  })
  await openDetails([mia], [change])
  fireEvent.click(await button('Vertrag versandt: heute'))
  expect(await notice('Vertrag versandt: 20.11.2026.')).toBeTruthy()
  expect(await button('Vertrag versandt: Datum ändern')).toBeTruthy()
  fireEvent.click(await button('Vertrag zurück: Datum eintragen'))
  const day = await screen.findByLabelText('Vertrag zurück: Datum')
  await waitFor(() => expect(document.activeElement).toBe(day))
  await userEvent.type(day, '19.11.2026{Enter}')
  expect(await notice('Der Vertrag kann nicht vor dem Versand zurück sein.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  const opener = await button('Vertrag zurück: Datum eintragen')
  await waitFor(() => expect(document.activeElement).toBe(opener))
  fireEvent.click(await button('Platz bestätigt: heute'))
  expect(await notice('Platz bestätigt: 20.11.2026.')).toBeTruthy()
})

const similarTo = (other: RegistrationDetails, brother: RegistrationDetails): SimilarRecords => {
  const known = ({
    id,
    number,
    meta,
    child_birthdate,
    desired_grade,
    status: now,
    created_at,
  }: RegistrationDetails) => ({
    ...{ id, number, ...meta, child_birthdate, desired_grade, status: now, created_at },
    ...{ school_short: 'fsw', school_year: '2027/2028', withdrawn_at: null },
  })
  return {
    registrations: [{ ...known(other), likeness: 'likely', year: 'same' }],
    pupils: [],
    siblings: [{ ...known(brother), signs: ['mail'] }],
    missing_siblings: [],
  }
}

test('who seems to be the same child, and who of the family applies too, stands beside and is compared', async () => {
  const mia = applicationOf(CHILD)
  const again = applicationOf({ firstname: 'Mia Sophie', lastname: 'Seite' })
  const ole = applicationOf({ firstname: 'Ole', lastname: 'Seite' }, { status: 'accepted' })
  await openDetails([mia, again, ole], [answer(similarRegistrationEndpoints.list, () => similarTo(again, ole))])
  const same = (await notice('Dieses Kind gibt es möglicherweise schon')).closest('[role="alert"]') as HTMLElement
  expect(within(same).getByRole('link', { name: 'Mia Sophie Seite' })).toBeTruthy()
  const family = screen.getByText('Geschwister bewerben sich auch').closest('[role="alert"]') as HTMLElement
  const brother = within(family).getByRole('listitem')
  for (const text of ['Ole Seite', 'gleiche E-Mail-Adresse', 'Angenommen']) expect(brother.textContent).toContain(text)

  fireEvent.click(within(same).getByRole('button', { name: `Vergleichen mit ${again.number}` }))
  const dialog = await screen.findByRole('dialog', { name: 'Bewerbungen vergleichen' })
  expect(await within(dialog).findByRole('row', { name: 'Vorname(n) Mia Mia Sophie' })).toBeTruthy()
  expect(within(dialog).queryByRole('rowheader', { name: /Straße/ })).toBeNull()
  fireEvent.click(within(dialog).getByRole('switch', { name: 'Auch gleiche Angaben zeigen' }))
  expect(within(dialog).getAllByRole('rowheader', { name: /Straße/ })[0]).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await isAnswered()
})

test('three buttons decide, the present one says the status, and the places of the grade stand below', async () => {
  const mia = applicationOf(CHILD)
  const grade = { grade: 1, places: 40, accepted: 13, confirmed: 9, follow_ups: 0, waiting: 6, new: 2 }
  const capacities = answer(waitlistEndpoints.capacities, () => ({
    school_year: { id: 2, name: '2027/2028' },
    schoolyears: [],
    grades: [grade],
  }))
  await openDetails([mia], [capacities])
  const decisions = within(screen.getByRole('group', { name: 'Entscheidung' }))
  expect(decisions.getAllByRole('button').map((one) => one.getAttribute('aria-keyshortcuts'))).toEqual(['2', '3', '4'])
  expect(decisions.queryByRole('button', { current: true })).toBeNull()
  expect(await notice('Klasse 1: 13 von 40 vergeben')).toBeTruthy()
  expect(screen.getByRole('link', { name: '6 warten' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Als SuS übernehmen' })).toBeNull()
  fireEvent.click(decisions.getByRole('button', { name: 'Annehmen' }))
  await hasStatus('Angenommen')
  expect(decisions.getByRole('button', { current: true, name: 'Angenommen' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Als SuS übernehmen' })).toBeTruthy()
})

test('questions without an answer are folded and counted', async () => {
  const mia = applicationOf(CHILD)
  await openDetails([mia])
  const answers = within(screen.getByRole('region', { name: 'Angaben der Bewerbung' }))
  const summary = answers.getByText(/^\d+ Angaben? ohne Antwort$/)
  const listed = within(summary.closest('details') as HTMLElement).getAllByRole('listitem', { hidden: true })
  expect(summary.textContent).toContain(String(listed.length))
  expect(answers.getAllByRole('definition').map(({ textContent }) => textContent)).not.toContain('–')
})

test('one look answers the telephone: rank, who confirmed, which papers are missing', async () => {
  const mia = applicationOf({ ...CHILD, mail: 'anna@example.org' })
  const glance = () => screen.getByRole('region', { name: 'Auf einen Blick' }).textContent
  await openDetails([mia])
  const contacts = () => screen.getByRole('region', { name: 'Kontakte' }).textContent
  for (const text of ['Anna Seite Mutter', 'unbestätigt']) expect(contacts()).toContain(text)
  expect(glance()).toContain('Geburtsurkunde')
  expect(glance()).not.toContain('Rang')
  await closeApp()
  store(mia, {
    status: 'waiting',
    wait_rank: 3,
    papers: [{ kind: 'birth_certificate', seen_on: '2026-11-20', seen_by: 'Katharina Vogt' }],
  })
  await openDetails([mia])
  expect(glance()).not.toContain('Geburtsurkunde')
  expect(glance()).toContain('Nachweis über den Masernschutz')
  expect(glance()).toContain('Warteliste: Rang 3')
  await closeApp()
  store(mia, { status: 'rejected', wait_rank: null })
  await openDetails([mia])
  expect(contacts()).toContain('unbestätigt')
  expect(screen.queryByRole('region', { name: 'Auf einen Blick' })).toBeNull()
})

test('after the take-over the band names the class and how long the application is stored', async () => {
  const mia = applicationOf(CHILD, {
    status: 'accepted',
    pupil_id: 80,
    transformed_at: '2026-11-20T08:00:00.000Z',
    transformed_by: 'Katharina Vogt',
    admitted_to: { schoolclass: '1a', date_start: '2027-08-16' },
  })
  const entry = { reason: 'transformed', action: 'delete', due_on: '2099-05-20' } as const
  await openDetails([mia], [answer(retentionEndpoints.get, () => ({ entries: [entry], hold: null }))])
  expect(await notice(/^Bereits übernommen am .* von Katharina Vogt\. Klasse 1a ab 16\.08\.2027\./)).toBeTruthy()
  expect(await notice('Unterlagen haken Sie bis 20.05.2099 hier ab. Danach wird die Bewerbung gelöscht.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Zu(r Schülerin|m Schüler)$/ }).getAttribute('href')).toBe(
    `/app${paths.pupil(80)}`,
  )
  // The contract often comes back later.
  expect(await button('Vertrag zurück: heute')).toBeTruthy()
  expect(screen.queryByText('Bestätigen bis')).toBeNull()
})
