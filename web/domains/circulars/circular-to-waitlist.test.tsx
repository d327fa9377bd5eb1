import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type CircularDetails, circularEndpoints } from '#contract/circulars/circulars.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answersOf, WaitingList } from '#web/domains/waitlists/waitlists.test-data.ts'
import { paths } from '#web/paths.ts'
import { circularDraft } from './circular-draft.ts'

afterEach(async () => {
  await closeApp()
  circularDraft.clear()
})

const LEFT_OUT = {
  ...{ pupil_id: null, employee_id: null, guardian_id: null, registration_id: 4, contact_id: 40 },
  ...{ child: 'Ida, Klasse 1', name: 'Sina Dietz' },
}

const openWaitlist = async () => {
  const server = serverFor('schooladmin', answersOf(new WaitingList()))
  const asked: unknown[] = []
  server.on(schoolclassEndpoints.list, () => [])
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
  await openApp(`${paths.waitlist}?grade=1`, server)
  await page('Warteliste')
  await screen.findByRole('table')
  return asked
}
const write = async (within_: { getByRole: typeof screen.getByRole } = screen) => {
  await userEvent.click(within_.getByRole('button', { name: 'Rundmail schreiben' }))
  await page('Rundmail schreiben')
}

test('the whole list of a grade is chosen by its button, with the placeholders of applications', async () => {
  const asked = await openWaitlist()
  await write()
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Klasse 1 für 2027/2028' })
  expect(box.checked).toBe(true)
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({
      ...{ kind: 'waiting', is_whole_school: false, class_ids: [], registration_ids: [] },
      waitlists: [{ school_year_id: 3, grade: 1 }],
    }),
  )
  const placeholders = within(screen.getByRole('group', { name: 'Platzhalter einfügen' }))
  expect(placeholders.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['{Anrede}', '{Kinder}', '{Schuljahr}', '{Klassenstufe}', '{Schule}', '{Telefon}', '{E-Mail}'],
  ])
  expect(await screen.findByText('1 Person bekommt sie, 2 nicht.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Wer nicht?' }))
  const silent = screen.getByRole('link', { name: 'Sina Dietz (für Ida, Klasse 1)' })
  expect(silent.getAttribute('href')).toBe(`/app${paths.registration(4)}#contacts`)
  expect(screen.getByText(/nicht mehr auf der Warteliste$/).textContent).toContain('Ida Ahrens, Klasse 1')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Alle, die warten' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ is_whole_school: true, waitlists: [] }))
})

test('ticked children are chosen by name, and nobody else is offered', async () => {
  const asked = await openWaitlist()
  expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull()
  for (const name of ['Ida Bode', 'Ida Dietz'])
    fireEvent.click(screen.getByRole('checkbox', { name: `${name} auswählen` }))
  const chosen = within(screen.getByRole('region', { name: 'Auswahl' }))
  expect(chosen.getByRole('status').textContent).toBe('2 ausgewählt')
  await write(chosen)
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Ida Bode' })).checked).toBe(true)
  expect(screen.queryByRole('checkbox', { name: 'Ida Ahrens' })).toBeNull()
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ waitlists: [], registration_ids: [2, 4] }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ida Dietz' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ registration_ids: [2] }))
})

test('all on the page are ticked at once', async () => {
  await openWaitlist()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Alle auswählen' }))
  expect(screen.getByText('4 ausgewählt')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Auswahl aufheben' }))
  expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull()
})

const CIRCULAR: CircularDetails = {
  ...{ id: 1, subject: 'Offene Tür', kind: 'waiting', audience: 'Klasse 1 für 2027/2028', state: 'done' },
  ...{ created_at: '2026-11-20T08:00:00.000Z', created_by: 'Katharina Vogt' },
  counts: { all: 2, waiting: 0, sent: 0, failed: 1, dropped: 1, doubtful: 0, unaddressed: 1 },
  body: '{Anrede},\n\nkommen Sie.',
  letter: { subject: 'Offene Tür', body: 'kommen Sie.' },
  sample: null,
  recipients: [
    {
      ...{ id: 30, mail_id: 1, name: 'Anna Bode', children: 'Ida, Klasse 1', state: 'failed', trouble: 'address' },
      ...{ pupil_id: null, employee_id: null, registration_id: 2, is_doubtful: false, sent_at: null },
    },
  ],
  left_out: [{ ...LEFT_OUT, reason: 'unconfirmed' }],
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
  expect(sending.getByText(/^Wer inzwischen nicht mehr auf der Warteliste steht/)).toBeTruthy()
  expect(sending.getByRole('link', { name: 'Zur Bewerbung: Sina Dietz (für Ida, Klasse 1)' })).toBeTruthy()
  await userEvent.click(sending.getByRole('button', { name: 'Brief drucken: Sina Dietz (für Ida, Klasse 1)' }))
  await waitFor(() => expect(asked).toEqual([{ contact_ids: [40] }]))
  await userEvent.click(sending.getByRole('button', { name: 'Briefe an alle drucken' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ contact_ids: [30, 40] }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
