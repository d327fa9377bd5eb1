import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { registrationDocumentEndpoints } from '#contract/registrationdocuments/registrationdocuments.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { placeEndpoints } from '#contract/registrations/registrations.place.ts'
import type { TransformForm, TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { closeApp, heading, openApp, serverFor } from '#web/app.test-data.ts'
import { applicationOf, schoolOf, store } from '#web/domains/registrations/registrations.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const ELLA = { firstname: 'Ella', lastname: 'Zwilling', mail: 'anna@example.org' }
const KNOWN = { id: 70, firstname: 'Ella', lastname: 'Zwilling', birthdate: '2021-03-31', status: 'active' }
const MOTHER: TransformOptions['guardians'][number]['candidates'][number] = {
  guardian_id: 40,
  fullname: 'Anna Zwilling',
  mail: 'alt@example.org',
  pupils: ['Mia Zwilling'],
  is_same_name: true,
  sibling_ids: [],
  differences: [],
}

const optionsOf = (changes: Partial<TransformOptions>): TransformOptions => ({
  school_year: { id: 3, name: '2027/2028' },
  grade: 1,
  date_entry: '2027-08-16',
  classes: [{ id: 11, classgradePlain: '1a', capacity: 24, pupil_count: 18, staying_count: null }],
  duplicates: { exact: [], likely: [] },
  school_changes: [],
  guardians: [{ position: 1, fullname: 'Anna Zwilling', candidates: [MOTHER] }],
  siblings: [],
  open_points: [],
  wish: null,
  ...changes,
})

interface Transforming {
  ella: RegistrationDetails
  sent: TransformForm[]
  /** What was saved about the application itself. */
  changes: unknown[]
}

/** Opens the dialog of an accepted application; the child becomes pupil 80. */
const openDialog = async (changes: Partial<TransformOptions>, reply: Partial<{ isDone: boolean }> = {}) => {
  const transforming: Transforming = { ella: applicationOf(ELLA, { status: 'accepted' }), sent: [], changes: [] }
  const { ella, sent } = transforming
  const transform = answer(registrationEndpoints.transformToPupil, ({ body }) => {
    sent.push(body)
    if (reply.isDone) return json(409, { message: 'Die Bewerbung wurde bereits übernommen.' })
    store(ella, {
      pupil_id: 80,
      transformed_at: ella.created_at,
      transformed_by: 'Katharina Vogt',
      admitted_to: { schoolclass: body.schoolclass_id ? '1a' : null, date_start: '2027-08-16' },
    })
    const { change_from } = body
    if (!change_from) return { pupil_id: 80 }
    return { pupil_id: 80, school_change: { school_short: change_from.school_short, date_exit: '2026-11-29' } }
  })
  const options = answer(registrationEndpoints.transformOptions, () => optionsOf(changes))
  const place = answer(placeEndpoints.change, ({ body: { version, ...change } }) => {
    transforming.changes.push(change)
    store(ella, change)
    return { version: version + 1 }
  })
  const papers = answer(registrationDocumentEndpoints.savePapers, ({ body }) => {
    transforming.changes.push(body)
    const seen = body.papers.flatMap(({ kind, seen_on }) => (seen_on ? [{ kind, seen_on, seen_by: null }] : []))
    store(ella, { papers: seen })
    return { papers: seen, papers_requested_at: null }
  })
  const answers = [transform, options, place, papers, ...schoolOf([ella])]
  await openApp(paths.registration(ella.id), serverFor('schooladmin', answers))
  fireEvent.click(await screen.findByRole('button', { name: 'Als SuS übernehmen' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Als SuS übernehmen/ }))
  await dialog.findByRole('button', { name: 'Abbrechen' })
  return { ...transforming, dialog }
}
const notice = (text: string | RegExp) => screen.findByText(text)

test('a child becomes a pupil: who did it stands on the page, once, with the way there and the focus on the name', async () => {
  const { dialog, sent } = await openDialog({ guardians: [] })
  expect(
    dialog.getByText(
      'Ella Zwilling wird zum 16.08.2027 in die Klasse 1a aufgenommen. Das lässt sich nicht rückgängig machen.',
    ),
  ).toBeTruthy()
  const open = dialog.getByRole('radio', { name: 'Klasse noch offen' })
  fireEvent.click(open)
  expect(
    dialog.getByText(
      'Ella Zwilling wird zum 16.08.2027 noch ohne Klasse aufgenommen. Das lässt sich nicht rückgängig machen.',
    ),
  ).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect(await notice('Ella Zwilling wurde als Schülerin angelegt.')).toBeTruthy()
  expect(await notice(/^Bereits übernommen am .* von Katharina Vogt\. Noch ohne Klasse\./)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Als SuS übernehmen' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Zur Schülerin' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  expect(sent).toMatchObject([{ schoolclass_id: null }])
})

test('the class with the most room is chosen already: two presses from the page to the pupil', async () => {
  const full = { id: 12, classgradePlain: '1b', capacity: 24, pupil_count: 24, staying_count: null }
  const roomy = { id: 11, classgradePlain: '1a', capacity: 24, pupil_count: 18, staying_count: null }
  const { dialog, sent } = await openDialog({ guardians: [], classes: [full, roomy] })
  expect(dialog.getByText('18 von 24 Plätzen belegt · Vorschlag: die wenigsten Kinder')).toBeTruthy()
  expect(dialog.getByText('24 von 24 Plätzen belegt')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect(await notice('Ella Zwilling wurde als Schülerin angelegt.')).toBeTruthy()
  expect(sent).toMatchObject([{ schoolclass_id: 11 }])
})

test('before the turn of the year those who will stay count as well', async () => {
  const { dialog } = await openDialog({
    classes: [
      { id: 11, classgradePlain: '1/2 Dachse', capacity: 25, pupil_count: 0, staying_count: 12 },
      { id: 12, classgradePlain: '1/2 Eulen', capacity: 25, pupil_count: 2, staying_count: 1 },
    ],
  })
  expect(dialog.getByText('Belegung im Schuljahr 2027/2028, nach dem Schuljahreswechsel')).toBeTruthy()
  expect(dialog.getByText('12 bleiben voraussichtlich, 13 von 25 Plätzen frei')).toBeTruthy()
  expect(
    dialog.getByText(/^2 neu aufgenommen, 1 bleibt voraussichtlich, 22 von 25 Plätzen frei · Vorschlag/),
  ).toBeTruthy()
})

test('of classes with as few children the first one is chosen and says why; it may stay open', async () => {
  const [owls, foxes] = [
    { id: 11, classgradePlain: '1/2 Eulen', capacity: 25, pupil_count: 0, staying_count: null },
    { id: 12, classgradePlain: '1/2 Füchse', capacity: 25, pupil_count: 0, staying_count: null },
  ]
  const { dialog, sent } = await openDialog({ guardians: [], classes: [owls, foxes] })
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^1\/2 Eulen/ }).checked).toBe(true)
  expect(dialog.getByText(/ · Vorschlag$/)).toBeTruthy()
  expect(dialog.getByText(/Das lässt sich nicht rückgängig machen\.$/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: 'Klasse noch offen' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect(await notice('Ella Zwilling wurde als Schülerin angelegt.')).toBeTruthy()
  expect(sent).toMatchObject([{ schoolclass_id: null }])
})

test('what is open is ticked off in the dialog: the place and each missing paper, without a warning', async () => {
  const { dialog, changes } = await openDialog({
    open_points: ['place_not_confirmed', 'mail_not_verified', 'custody_unproven'],
  })
  const open = within(dialog.getByRole('region', { name: 'Noch offen' }))
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(open.getByText('Keine E-Mail-Adresse ist bestätigt.')).toBeTruthy()
  const tick = (name: string) => open.getByRole<HTMLInputElement>('checkbox', { name })
  expect(open.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).not.toContain(true)
  for (const name of ['Platz heute bestätigt', 'Nachweis über den Masernschutz: heute gesehen']) {
    fireEvent.click(tick(name))
    await waitFor(() => expect(tick(name).checked).toBe(true))
  }
  expect(changes).toEqual([
    { place_confirmed_at: '2026-11-20' },
    { papers: [{ kind: 'measles_proof', seen_on: '2026-11-20' }] },
  ])
})

test('that the family knows nothing yet stays a warning, with the way to tell them', async () => {
  const { dialog } = await openDialog({ open_points: ['family_not_told'] })
  const warning = within(dialog.getByRole('alert'))
  expect(warning.getByText(/^Die Familie weiß noch nichts von der Zusage\./)).toBeTruthy()
  expect(warning.getByRole('button', { name: 'Erst informieren' })).toBeTruthy()
})

test('who presses in a second tab is told that it was done already', async () => {
  const { dialog } = await openDialog({ guardians: [] }, { isDone: true })
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect(await notice('Die Bewerbung wurde bereits übernommen.')).toBeTruthy()
})

test('a child and a parent the school knows are linked instead of made twice', async () => {
  const known = { ...KNOWN, school_short: 'fsw' }
  const { dialog, sent } = await openDialog({ duplicates: { exact: [known], likely: [] } })
  expect(dialog.getByText('Dieses Kind gibt es schon')).toBeTruthy()
  const mother = dialog.getByRole<HTMLInputElement>('radio', { name: 'Vorhandenen Eintrag verwenden: Anna Zwilling' })
  expect(mother.checked).toBe(true)
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect(await dialog.findByText('Bitte wählen Sie einen Wert.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: 'Mit vorhandenem verknüpfen: Ella Zwilling' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Verknüpfen' }))
  expect(await notice(/mit dem vorhandenen Eintrag verknüpft/)).toBeTruthy()
  expect(sent).toMatchObject([{ link_pupil_id: 70 }])
})

test('a change of school is offered first, and what is entered at both is said', async () => {
  const { dialog, sent } = await openDialog({
    duplicates: { exact: [{ ...KNOWN, school_short: 'fow' }], likely: [] },
    school_changes: [
      {
        pupil_id: 70,
        school_short: 'fow',
        school_name: 'Freie Oberschule Wacholderhain',
        schoolclass: '7a',
        date_exit: '2026-11-29',
        further_guardians: [],
      },
    ],
  })
  const change = dialog.getByRole<HTMLInputElement>('radio', {
    name: /^Schulwechsel eintragen: kommt von der fow.* bis 29\.11\.2026/,
  })
  expect(change.checked).toBe(true)
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  const text = 'wurde als Schülerin angelegt. An der fow ist der Abgang zum 29.11.2026 eingetragen.'
  expect(await notice(`Ella Zwilling ${text}`)).toBeTruthy()
  expect(sent).toMatchObject([{ change_from: { pupil_id: 70, school_short: 'fow' } }])
})

test('a wish to withdraw is declined knowingly, and the mother’s new address is taken only when it is ticked', async () => {
  const { dialog, sent } = await openDialog({
    wish: { fullname: 'Anna Zwilling', at: '2026-11-19T08:00:00.000Z', reason: 'Wir ziehen um.' },
    siblings: [{ pupil_id: 75, school_short: 'fsw', is_own: true, name: 'Mia Zwilling (3a)' }],
    guardians: [
      {
        position: 1,
        fullname: 'Anna Zwilling',
        candidates: [
          {
            ...MOTHER,
            sibling_ids: [75],
            differences: [
              { kind: 'mail', recorded: 'alt@example.org', applied: 'neu@example.org', outcome: 'choice' },
              { kind: 'phone', recorded: null, applied: '0170 2312510', outcome: 'added' },
            ],
          },
        ],
      },
    ],
  })
  expect(dialog.getByText('Die Familie möchte die Bewerbung zurückziehen')).toBeTruthy()
  expect(dialog.getByText(/^Anna Zwilling hat das am .* Grund: Wir ziehen um\.$/)).toBeTruthy()
  expect(dialog.getByRole('status').textContent).toContain('wird als Geschwister eingetragen')
  expect(dialog.getByText('Telefon 0170 2312510 aus der Bewerbung wird ergänzt.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  const decline = dialog.getByRole('checkbox', { name: 'Trotzdem übernehmen; der Wunsch ist damit abgelehnt' })
  await waitFor(() => expect(document.activeElement).toBe(decline))
  expect(dialog.getByText('Bitte hier bestätigen.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.click(decline)
  fireEvent.click(dialog.getByRole('checkbox', { name: 'E-Mail neu@example.org statt alt@example.org' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  expect(await notice('Ella Zwilling wurde als Schülerin angelegt.')).toBeTruthy()
  expect(sent).toMatchObject([{ declines_wish: true, guardians: [{ position: 1, guardian_id: 40, takes: ['mail'] }] }])
})
