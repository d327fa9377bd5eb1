import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type CircularDetails, circularEndpoints } from '#contract/circulars/circulars.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { type WaitlistRow, waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { circularDraft } from './circular-draft.ts'
import { type ChosenWaiting, valuesForWaiting } from './waiting-choices.ts'

afterEach(async () => {
  await closeApp()
  circularDraft.clear()
})

const LEFT_OUT = {
  ...{ pupil_id: null, employee_id: null, guardian_id: null, registration_id: 4, contact_id: 40 },
  ...{ child: 'Ida, Klasse 1', name: 'Sina Dietz' },
}

const YEAR = { id: 3, name: '2027/2028' }
const LIST = { school_year_id: YEAR.id, grade: 1 }
const GRADE = { places: 20, accepted: 0, confirmed: 0, follow_ups: 0, new: 0 }
const child = (id: number, child_lastname: string): WaitlistRow => ({
  ...{ id, number: `FSW-2027-000${id}`, meta: { child_firstname: 'Ida', child_lastname }, wait_rank: id },
  ...{ child_birthdate: '2021-03-31', phone: null, waiting_since: '2026-11-10T08:00:00.000Z', version: 1 },
  ...{ priority_reason: 'none', open_claims: 0, last_move: null, is_placed_by_hand: false },
  addresses: { all: 1, confirmed: 1 },
})

/** The page of a circular that was begun with these children of the list. */
const openNew = async (chosen: ChosenWaiting) => {
  const server = serverFor('schooladmin')
  const asked: unknown[] = []
  server.on(schoolclassEndpoints.list, () => [])
  server.on(waitlistEndpoints.capacities, () => ({
    ...{ school_year: YEAR, schoolyears: [YEAR] },
    grades: [
      { ...GRADE, grade: 1, waiting: 3 },
      { ...GRADE, grade: 2, waiting: 0 },
    ],
  }))
  server.on(waitlistEndpoints.list, () => ({
    ...{ school_year: YEAR, grade: 1, follow_ups: [], sibling_priority: true },
    rows: [child(1, 'Ahrens'), child(2, 'Bode'), child(4, 'Dietz')],
  }))
  server.on(circularEndpoints.plan, ({ body }) => {
    asked.push(body)
    return {
      readers: [{ id: 3, name: 'Anna Bode', children: 'Ida, Klasse 1' }],
      left_out: [
        { ...LEFT_OUT, reason: 'no_mail' as const },
        { ...LEFT_OUT, contact_id: null, name: null, child: 'Ida Ahrens, Klasse 1', reason: 'not_waiting' as const },
      ],
    }
  })
  circularDraft.write({ owner: '7 1', values: valuesForWaiting(chosen), attachments: [], audience: '', isNew: true })
  await openApp(paths.newCircular, server)
  await page('Rundmail schreiben')
  return asked
}

test('the whole list of a grade, with the placeholders of applications and whoever gets none', async () => {
  const asked = await openNew(LIST)
  expect(screen.queryByText(/^Ihr Entwurf ist wieder da/)).toBeNull()
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Klasse 1 für 2027/2028' })
  expect(box.checked).toBe(true)
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      ...{ kind: 'waiting', is_whole_school: false, class_ids: [], registration_ids: [] },
      waitlists: [{ school_year_id: 3, grade: 1 }],
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Platzhalter einfügen' }))
  const placeholders = await screen.findAllByRole('menuitem')
  expect(placeholders.map(({ textContent }) => /^\{.*?\}/.exec(textContent)?.[0])).toEqual([
    ...['{Anrede}', '{Kinder}', '{Schuljahr}', '{Klassenstufe}', '{Schule}', '{Telefon}', '{E-Mail}'],
  ])
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('1 Person bekommt sie, 2 nicht.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Wer nicht?' }))
  const silent = screen.getByRole('link', { name: 'Sina Dietz (für Ida, Klasse 1)' })
  expect(silent.getAttribute('href')).toBe(`/app${paths.registration(4)}#contacts`)
  expect(screen.getByText(/nicht mehr auf der Warteliste$/).textContent).toContain('Ida Ahrens, Klasse 1')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Alle, die warten' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ is_whole_school: true, waitlists: [] }))
})

test('ticked children are chosen by name, and nobody else is offered', async () => {
  const asked = await openNew({ ...LIST, registrationIds: [2, 4] })
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Ida Bode' })).checked).toBe(true)
  expect(screen.queryByRole('checkbox', { name: 'Ida Ahrens' })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Klasse 2 für 2027/2028' })).toBeNull()
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ waitlists: [], registration_ids: [2, 4] }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ida Dietz' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ registration_ids: [2] }))
})

const CIRCULAR: CircularDetails = {
  ...{ id: 1, subject: 'Offene Tür', kind: 'waiting', audience: 'Klasse 1 für 2027/2028', state: 'done' },
  ...{ created_at: '2026-11-20T08:00:00.000Z', created_by: 'Katharina Vogt' },
  counts: { all: 2, waiting: 0, sent: 0, failed: 1, dropped: 1, doubtful: 0, unaddressed: 1, unreachable: 0 },
  body: '{Anrede},\n\nkommen Sie.',
  letter: { subject: 'Offene Tür', body: 'kommen Sie.' },
  sample: null,
  recipients: [
    {
      ...{ id: 30, mail_id: 1, name: 'Anna Bode', children: 'Ida, Klasse 1', state: 'failed', trouble: 'unknown' },
      ...{ pupil_id: null, employee_id: null, registration_id: 2, is_doubtful: false, sent_at: null, no_letter: null },
    },
    {
      ...{ id: 31, mail_id: 2, name: 'Ute Kern', children: 'Kai, Klasse 1', state: 'dropped', trouble: 'not_waiting' },
      ...{ pupil_id: null, employee_id: null, registration_id: 3, is_doubtful: false, sent_at: null, no_letter: null },
    },
  ],
  left_out: [
    { ...LEFT_OUT, reason: 'unconfirmed', is_ready: false, no_letter: null },
    {
      ...{ ...LEFT_OUT, registration_id: 9, contact_id: 49, name: 'Rolf Alt', reason: 'no_mail', is_ready: false },
      no_letter: 'Anton steht nicht mehr auf der Warteliste. Es wird kein Brief gedruckt.',
    },
  ],
  attachments: [],
}

test('whoever it did not reach gets the same text as a letter, without a dialog', async () => {
  const server = serverFor('schooladmin')
  const asked: unknown[] = []
  server.on(circularEndpoints.get, () => CIRCULAR)
  server.on(circularEndpoints.letters, ({ body }) => {
    asked.push(body)
    return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }) as never
  })
  await openApp(paths.circular(1), server)
  await page('Offene Tür')
  const sending = within(await screen.findByRole('region', { name: 'Versand' }))
  const left = within(sending.getByRole('row', { name: /Ute Kern/ }))
  expect(left.getByText('Das Kind steht nicht mehr auf der Warteliste.')).toBeTruthy()
  expect(left.queryByRole('button')).toBeNull()
  const gone = within(sending.getByRole('row', { name: /Rolf Alt/ }))
  expect(gone.getByText('Anton steht nicht mehr auf der Warteliste. Es wird kein Brief gedruckt.')).toBeTruthy()
  expect(gone.queryByRole('button')).toBeNull()
  expect(sending.getByRole('link', { name: 'Zur Bewerbung: Sina Dietz (für Ida, Klasse 1)' })).toBeTruthy()
  await userEvent.click(sending.getByRole('button', { name: 'Brief drucken: Sina Dietz (für Ida, Klasse 1)' }))
  await waitFor(() => expect(asked).toEqual([{ contact_ids: [40] }]))
  const all = sending.getByRole<HTMLButtonElement>('button', { name: 'Briefe an alle drucken (2)' })
  expect(await screen.findByText(/ist gespeichert\.$/)).toBeTruthy()
  await waitFor(() => expect(all.disabled).toBe(false))
  await userEvent.click(all)
  await waitFor(() => expect(asked.at(-1)).toEqual({ contact_ids: [30, 40] }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
