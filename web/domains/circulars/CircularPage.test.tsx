import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type CircularDetails, circularEndpoints } from '#contract/circulars/circulars.ts'
import { pupilDocumentEndpoints } from '#contract/pupildocuments/pupildocuments.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const NOBODY_ELSE = { employee_id: null, registration_id: null, contact_id: null }
const readerOf = (id: number) => ({ id, name: `Person ${id}`, children: `Kind ${id}` })
const recipientOf = (id: number, state: 'sent' | 'failed' | 'queued') => ({
  ...readerOf(id),
  ...{ mail_id: id, pupil_id: 100 + id, state, is_doubtful: false, sent_at: null, no_letter: null },
  ...{ employee_id: null, registration_id: null },
  trouble: state === 'failed' ? ('unknown' as const) : null,
})
const CIRCULAR: CircularDetails = {
  ...{
    id: 1,
    subject: 'Wandertag',
    kind: 'families',
    audience: '3a',
    created_at: '2026-11-20T08:00:00.000Z',
    created_by: 'Katharina Vogt',
  },
  state: 'done',
  counts: { all: 3, waiting: 0, sent: 2, failed: 1, dropped: 0, doubtful: 0, unaddressed: 0, unreachable: 0 },
  body: '{Anrede},\n\nwir wandern mit {Kinder}.',
  letter: { subject: 'Wandertag', body: 'wir wandern mit {Kinder}.' },
  sample: {
    ...{ from: 'fsw', reply_to: 'fsw@example.org', subject: 'Wandertag', school_name: 'fsw', action: null, link: null },
    paragraphs: ['Guten Tag Person 3,', 'wir wandern mit Kind 3.'],
    closing: [],
    reader: readerOf(3),
  },
  recipients: [recipientOf(1, 'sent'), recipientOf(2, 'sent'), recipientOf(3, 'failed')],
  left_out: [
    {
      pupil_id: 7,
      ...NOBODY_ELSE,
      child: 'Amina, 3a',
      guardian_id: 8,
      name: 'Khaled Al-Ahmad',
      reason: 'no_custody',
      is_ready: false,
      no_letter: null,
    },
  ],
  attachments: [],
}

const LEFT_OUT: CircularDetails['left_out'] = [
  {
    pupil_id: 8,
    ...NOBODY_ELSE,
    child: 'Ole Müller',
    guardian_id: 9,
    name: 'Olga Noack',
    reason: 'no_mail',
    is_ready: false,
    no_letter: null,
  },
  {
    ...{ pupil_id: 9, ...NOBODY_ELSE, child: 'Ina Alt', guardian_id: null, name: null, reason: 'nobody' },
    ...{ is_ready: false, no_letter: null },
  },
]

const openCircular = async (changes: Partial<CircularDetails> = {}) => {
  const server = serverFor('schooladmin')
  const { recipients: _, left_out: __, body: ___, sample: ____, ...row } = CIRCULAR
  server.on(circularEndpoints.get, () => ({ ...CIRCULAR, ...changes }))
  server.on(circularEndpoints.list, () => ({ data: [{ ...row, ...changes }], total: 1, page: 1, per_page: 50 }))
  await openApp(paths.circular(1), server)
  await page('Wandertag')
  return server
}
const part = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))

test('an address that cannot be reached is not counted as missing', async () => {
  const counts = { ...CIRCULAR.counts, unaddressed: 4, unreachable: 1 }
  await openCircular({ left_out: LEFT_OUT, counts })
  expect((await part('Versand')).getByRole('status').textContent).toBe(
    '2 von 3 gesendet, 1 fehlgeschlagen, 3 ohne E-Mail-Adresse, 1 nicht erreichbar',
  )
})

test('whoever it did not reach stands on top with the reason, and the bar has the share of it', async () => {
  await openCircular({ left_out: LEFT_OUT })
  const sending = await part('Versand')
  expect(sending.getByRole('status').textContent).toBe('2 von 3 gesendet, 1 fehlgeschlagen')
  expect(sending.getByRole('heading', { name: 'Nicht erreicht: 3' })).toBeTruthy()
  const [failed, without, nobody] = sending.getAllByRole('row').slice(1)
  expect(failed?.textContent).toContain('Person 3 (für Kind 3)Die Adresse gibt es nicht.')
  expect(without?.textContent).toContain('Olga Noack (für Ole Müller)ohne E-Mail-Adresse')
  const address = within(failed as HTMLElement).getByRole('link', { name: 'Adresse ändern: Person 3 (für Kind 3)' })
  expect(address.getAttribute('href')).toBe(`/app${paths.pupil(103)}?circular=1&kontakt=3#contacts`)
  // Nobody is entered to whom a letter could go.
  expect(within(nobody as HTMLElement).getByRole('link').textContent).toBe('Kontakt eintragen')
  expect(within(nobody as HTMLElement).queryByRole('button')).toBeNull()
  const shares = sending.getAllByRole('progressbar')
  expect(
    shares.map((share) => [share.getAttribute('aria-label'), Math.round(Number(share.getAttribute('aria-valuenow')))]),
  ).toEqual([
    ['Gesendet', 67],
    ['Fehlgeschlagen', 33],
  ])
})

test('a letter has the text of the circular, for one person or for all it did not reach', async () => {
  const server = await openCircular({ left_out: LEFT_OUT })
  server.on(pupilDocumentEndpoints.preview, () => ({
    ...{ count: 1, reached_by_mail: 0, recipients: [], left_out: [], unprintable: [] },
  }))
  const sending = await part('Versand')
  await userEvent.click(sending.getByRole('button', { name: 'Brief drucken: Person 3 (für Kind 3)' }))
  const one = within(await screen.findByRole('dialog', { name: 'Bögen und Briefe: Person 3 (für Kind 3)' }))
  expect((await one.findByRole<HTMLInputElement>('textbox', { name: 'Betreff' })).value).toBe('Wandertag')
  expect(one.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe('wir wandern mit {Kinder}.')
  expect((await one.findByRole<HTMLInputElement>('radio', { name: 'Alle Haushalte (1)' })).checked).toBe(true)
  await userEvent.click(one.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(sending.getByRole('button', { name: /^Briefe an alle drucken/ }))
  expect(await screen.findByRole('dialog', { name: 'Bögen und Briefe: 2 Kinder' })).toBeTruthy()
})

test('of many recipients those who have it are folded; a failed one stands above only, and one that waits leads to the child', async () => {
  const many = Array.from({ length: 11 }, (_, index) => recipientOf(index + 4, 'sent'))
  await openCircular({ recipients: [...many, recipientOf(3, 'queued'), recipientOf(2, 'failed')] })
  const recipients = await part('Empfänger: 12')
  expect(recipients.getAllByRole('row')).toHaveLength(2)
  expect(recipients.queryByText('Die Adresse gibt es nicht.')).toBeNull()
  expect(recipients.getByRole('link').getAttribute('href')).toBe(`/app${paths.pupil(103)}`)
  await userEvent.click(recipients.getByText('Gesendete anzeigen (11)'))
  expect(recipients.getAllByRole('row')).toHaveLength(14)
})

test('the text is shown as one of them reads it, and raw only where nobody would get it any more', async () => {
  await openCircular()
  const text = await part('Text')
  expect(text.getByText('Person 3 (für Kind 3)')).toBeTruthy()
  expect(text.getByText('wir wandern mit Kind 3.')).toBeTruthy()
  expect(screen.queryByText(/\{Kinder\}/)).toBeNull()
  await closeApp()
  await openCircular({ sample: null })
  expect((await part('Text')).getByText(/wir wandern mit \{Kinder\}\./)).toBeTruthy()
})

test('who has no custody is a short line, and why is said once', async () => {
  await openCircular()
  const others = await part('Nicht angeschrieben: 1')
  expect(others.getByRole('listitem').textContent).toBe('Khaled Al-Ahmad (für Amina, 3a): ohne Sorgerecht')
  expect(others.getByRole('link').textContent).toBe('Khaled Al-Ahmad (für Amina, 3a)')
  expect(others.getByText('Auskunft an Personen ohne Sorgerecht gibt nur die Schulleitung.')).toBeTruthy()
})

test('a paused one says so before its numbers', async () => {
  await openCircular({ state: 'paused', counts: { ...CIRCULAR.counts, waiting: 1, sent: 2, failed: 0 } })
  expect((await part('Versand')).getByRole('status').textContent).toMatch(/^angehalten: 2 von 3 gesendet, 1 wartet/)
})

test('what is left can be dropped, after a question that says how many', async () => {
  await openCircular({ state: 'sending', counts: { ...CIRCULAR.counts, all: 5, waiting: 2 } })
  await userEvent.click((await part('Versand')).getByRole('button', { name: 'Den Rest nicht senden' }))
  const question = within(await screen.findByRole('dialog', { name: 'Den Rest nicht mehr senden?' }))
  expect(question.getByText(/^2 E-Mails gehen dann nicht mehr hinaus\./)).toBeTruthy()
})

const DROPPED = { ...recipientOf(3, 'sent'), state: 'dropped', sent_at: null } as const

test('a mail that was given up stays among those not reached, with the reason; the whole asks for attention', async () => {
  await openCircular({
    counts: { ...CIRCULAR.counts, failed: 0, dropped: 1 },
    recipients: [recipientOf(1, 'sent'), { ...DROPPED, trouble: 'no_custody' }],
  })
  const sending = await part('Versand')
  expect(sending.getByRole('status').querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('attention')
  const row = within(sending.getAllByRole('row')[1] as HTMLElement)
  expect(row.getByText('Die Person hat kein Sorgerecht mehr.')).toBeTruthy()
  // Whoever has no custody gets no letter either.
  expect(row.queryByRole('button')).toBeNull()
  expect(sending.getByRole('button', { name: 'Noch einmal senden (1)' })).toBeTruthy()
  expect((await part('Gesendet: 1')).queryByText(/Person 3/)).toBeNull()
})

test('what somebody stopped on purpose is nobody who was not reached', async () => {
  await openCircular({ state: 'stopped', recipients: [recipientOf(1, 'sent'), { ...DROPPED, trouble: 'stopped' }] })
  expect((await part('Versand')).queryByRole('heading', { name: /^Nicht erreicht/ })).toBeNull()
})

test('whoever has an address by now gets the mail with one press, or all of them together', async () => {
  const ready = LEFT_OUT.map((one) => ({ ...one, is_ready: true }))
  const server = await openCircular({ recipients: [recipientOf(1, 'sent')], left_out: ready })
  server.on(circularEndpoints.sendLate, () => ({ message: 'Die E-Mail an 1 Person wird gesendet.' }))
  const sending = await part('Versand')
  const row = within(sending.getAllByRole('row')[1] as HTMLElement)
  expect(row.getByText('Die E-Mail kann jetzt gesendet werden.')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: /^Jetzt senden: Olga Noack/ }))
  await waitFor(() =>
    expect(server.bodiesOf(circularEndpoints.sendLate).at(-1)).toEqual({ people: [{ person_id: 9, child_id: 8 }] }),
  )
  await userEvent.click(sending.getByRole('button', { name: 'Nachträglich senden (2)' }))
  await waitFor(() => expect(server.bodiesOf(circularEndpoints.sendLate).at(-1)).toEqual({ people: [] }))
})
