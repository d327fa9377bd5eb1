import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type OutboxLeftOut, type OutboxMail, outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const mailOf = (id: number, changes: Partial<OutboxMail>): OutboxMail => ({
  ...{
    id,
    template: 'sicknote_report',
    name: `Person ${id}`,
    address: 'p***@example.org',
    about: null,
    contact: null,
    children: null,
    states: null,
  },
  ...{ state: 'sent', trouble: null, is_doubtful: false },
  ...{ created_at: '2026-11-20T08:00:00.000Z', sent_at: '2026-11-20T08:00:05.000Z' },
  ...changes,
})
const NOBODY = { people: [], total: 0 }
const FAILED = { state: 'failed', trouble: 'refused', sent_at: null } as const
const MAILS = [
  mailOf(1, FAILED),
  mailOf(2, {
    ...{ ...FAILED, template: 'registration_accepted' },
    about: { page: 'registration', id: 40, text: 'Mia Neu' },
    contact: { page: 'registration', id: 40 },
  }),
  mailOf(3, {
    ...{ ...FAILED, template: 'circular', children: 'Theo Noack (3a)' },
    ...{ about: { page: 'circular', id: 5, text: 'Wandertag' }, contact: { page: 'pupil', id: 7 } },
  }),
  mailOf(4, { name: null, template: 'sicknote_digest' }),
  mailOf(5, { ...FAILED, name: null, address: null }),
]

const open = async (address = paths.outbox as string) => {
  const server = serverFor('schooladmin')
  server.on(outboxMailEndpoints.list, () => ({
    data: MAILS,
    total: MAILS.length,
    page: 1,
    per_page: 50,
    failed: 4,
    left_out: NOBODY,
  }))
  server.on(outboxMailEndpoints.retry, () => ({ message: 'Die E-Mail wird noch einmal gesendet.' }))
  server.on(registrationMailEndpoints.resendMail, () => ({ message: 'Die E-Mail wird noch einmal gesendet.' }))
  await openApp(address, server)
  await page(/^Postausgang/)
  return server
}
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('each mail says to whom, about what and how it stands, and leads to its page', async () => {
  await open()
  const accepted = await rowOf(/Person 2/)
  expect(accepted.getByText('Mia Neu')).toBeTruthy()
  expect(accepted.getByText('fehlgeschlagen')).toBeTruthy()
  expect(accepted.getByText('Der Mailserver hat die E-Mail abgelehnt.')).toBeTruthy()
  expect(accepted.getByRole('link', { name: 'Zusage' }).getAttribute('href')).toBe(`/app${paths.registration(40)}`)
  const circular = await rowOf(/Wandertag/)
  expect(circular.getByText('für Theo Noack (3a), p***@example.org')).toBeTruthy()
  expect(circular.getByRole('link', { name: 'Wandertag' }).getAttribute('href')).toBe(`/app${paths.circular(5)}`)
  expect((await rowOf(/Abwesende am Morgen/)).getByText('p***@example.org')).toBeTruthy()
})

test('a failed mail is sent again by the call of its kind; those of a circular on its own page', async () => {
  const server = await open()
  const press = async (row: RegExp) =>
    userEvent.click((await rowOf(row)).getByRole('button', { name: /^Noch einmal senden/ }))
  await press(/Person 1/)
  await press(/Person 2/)
  await waitFor(() => expect(server.sentTo(registrationMailEndpoints.resendMail)).toHaveLength(1))
  expect(server.sentTo(outboxMailEndpoints.retry)).toHaveLength(1)
  expect((await rowOf(/Wandertag/)).queryByRole('button')).toBeNull()
  expect((await rowOf(/nicht sichtbar/)).queryByRole('button')).toBeNull()
})

test('a mail that failed leads to the page with the address', async () => {
  await open()
  const addressOf = async (row: RegExp) =>
    (await rowOf(row)).queryByRole('link', { name: /^Adresse ändern: / })?.getAttribute('href')
  expect(await addressOf(/Wandertag/)).toBe(`/app${paths.pupil(7)}#contacts`)
  expect(await addressOf(/Person 2/)).toBe(`/app${paths.registration(40)}#contacts`)
  expect(await addressOf(/Abwesende am Morgen/)).toBeUndefined()
})

test('a button says how many failed, leads from any search to these, and back to all', async () => {
  const server = await open(`${paths.outbox}?search=Anna&kind=circular`)
  const failed = await screen.findByRole('link', { name: '4 fehlgeschlagen' })
  await userEvent.click(failed)
  const all = await screen.findByRole('link', { name: 'Alle zeigen' })
  expect(document.activeElement).toBe(all)
  const asked = server.sentTo(outboxMailEndpoints.list).at(-1)?.searchParams
  expect([asked?.get('state'), asked?.get('name'), asked?.get('kind')]).toEqual(['failed', null, null])
  await userEvent.click(all)
  expect(await screen.findByRole('link', { name: '4 fehlgeschlagen' })).toBe(document.activeElement)
})

test('a part of an address is not searched, and the page says why', async () => {
  const server = await open(`${paths.outbox}?search=anna@`)
  expect(await screen.findByText('Bitte die ganze E-Mail-Adresse eingeben.')).toBeTruthy()
  expect(server.sentTo(outboxMailEndpoints.list)).toEqual([])
})

test('a name is searched as it is typed, a whole address as an address', async () => {
  const server = await open(`${paths.outbox}?search=M%C3%BCller+Mia`)
  const searched = () => server.sentTo(outboxMailEndpoints.list).at(-1)?.searchParams
  await rowOf(/Person 1/)
  expect(searched()?.get('name')).toBe('Müller Mia')
  const search = screen.getByRole('searchbox', { name: 'E-Mails suchen' })
  await userEvent.clear(search)
  await userEvent.type(search, 'anna@example.org')
  await waitFor(() => expect(searched()?.get('mail')).toBe('anna@example.org'))
})

test('a search without mails says whom circulars left out, why, and where to mend it', async () => {
  const server = await open()
  const circular = { id: 5, subject: 'Wandertag', created_at: '2026-11-20T08:00:00.000Z' }
  const nobody = { pupil_id: null, registration_id: null, employee_id: null, guardian_id: null, contact_id: null }
  const child = { ...nobody, pupil_id: 7, child: 'Ole Müller', circular, earlier: 0 }
  const kim = { ...child, pupil_id: null, registration_id: 4, child: 'Kim Wald, Klasse 1', contact_id: 6 }
  const people: OutboxLeftOut[] = [
    { ...child, guardian_id: 8, name: 'Olga Noack', reason: 'no_mail', earlier: 2 },
    { ...child, guardian_id: null, name: null, reason: 'nobody' },
    { ...kim, name: 'Sina Wald', reason: 'no_mail' },
  ]
  server.on(outboxMailEndpoints.list, () => ({
    ...{ data: [], total: 0, page: 1, per_page: 50, failed: 0 },
    left_out: { people, total: 4 },
  }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'E-Mails suchen' }), 'Ole')
  expect(await screen.findByText('Keine E-Mail zu „Ole“.')).toBeTruthy()
  const card = within(screen.getByRole('region', { name: 'Nicht angeschrieben: 4' }))
  const [olga, ole, sina] = card.getAllByRole('listitem')
  expect(olga?.textContent).toBe(
    'Olga Noack (für Ole Müller): ohne E-Mail-AdresseRundmail Wandertag, 20.11.2026 09:00 und 2 frühere',
  )
  expect(ole?.textContent).toMatch(/^Ole Müller: ohne sorgeberechtigte Person/)
  expect(sina?.textContent).toMatch(/^Sina Wald \(für Kim Wald, Klasse 1\): ohne E-Mail-Adresse/)
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...[`/app${paths.pupil(7)}#contacts`, `/app${paths.circular(5)}`],
    ...[`/app${paths.pupil(7)}#contacts`, `/app${paths.circular(5)}`],
    ...[`/app${paths.registration(4)}#contacts`, `/app${paths.circular(5)}`],
  ])
  expect(card.getByText(/^Die ersten 3 stehen hier\./)).toBeTruthy()
  // Below a long table nobody would see it.
  const table = screen.getByText('Keine E-Mail zu „Ole“.')
  const follows = screen.getByRole('region', { name: 'Nicht angeschrieben: 4' }).compareDocumentPosition(table)
  expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('the mails of a circular are one line that leads to it, and to each of them', async () => {
  const server = await open()
  const about = { page: 'circular' as const, id: 5, text: 'Konferenz am 24.11.' }
  const states = { sent: 22, dropped: 1, failed: 0, held: 0, queued: 0 }
  const line = mailOf(9, { template: 'circular', name: null, address: null, about, states })
  server.on(outboxMailEndpoints.list, ({ query }) => ({
    data: query.circular_id ? [mailOf(8, { template: 'circular', about })] : [line],
    ...{ total: 1, page: 1, per_page: 50, failed: 0, left_out: NOBODY },
  }))
  const asked = () => server.sentTo(outboxMailEndpoints.list).at(-1)?.searchParams
  await userEvent.click(await screen.findByRole('button', { name: 'Zeitraum' }))
  await userEvent.click(await screen.findByRole('button', { name: 'letzte 7 Tage' }))
  await waitFor(() => expect(asked()?.get('until')).toBeTruthy())
  const days = [asked()?.get('from'), asked()?.get('until')]
  expect(asked()?.get('by_mailing')).toBe('true')
  const row = await rowOf(/Konferenz am 24\.11\./)
  expect(row.getByText('23 Personen')).toBeTruthy()
  expect(row.getByText('22 gesendet, 1 nicht gesendet')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Konferenz am 24.11.' }).getAttribute('href')).toBe(`/app${paths.circular(5)}`)
  await userEvent.click(row.getByRole('link', { name: 'Einzeln zeigen: Konferenz am 24.11.' }))
  await rowOf(/Person 8/)
  expect([asked()?.get('from'), asked()?.get('until')]).toEqual(days)
  expect([asked()?.get('circular_id'), asked()?.get('by_mailing')]).toEqual(['5', null])
  await userEvent.click(screen.getByRole('button', { name: 'Filter entfernen: Rundmail: Konferenz am 24.11.' }))
  await rowOf(/23 Personen/)
})

test('the mails of a data check are one line with their number, which leads to it and to each of them', async () => {
  const server = serverFor('schooladmin')
  const about = { page: 'data_check' as const, id: 5, text: 'Kontaktdaten prüfen' }
  const states = { sent: 40, dropped: 2, failed: 0, held: 0, queued: 0 }
  const line = mailOf(9, { template: 'data_check', name: null, address: null, about, states })
  server.on(outboxMailEndpoints.list, ({ query }) => ({
    data: query.data_check_id ? [mailOf(8, { template: 'data_check_reminder', about })] : [line],
    ...{ total: 1, page: 1, per_page: 50, failed: 0, left_out: NOBODY },
  }))
  await openApp(paths.outbox, server)
  await page(/^Postausgang/)
  const row = await rowOf(/42 E-Mails/)
  expect(row.getByRole('link', { name: 'Kontaktdaten prüfen' }).getAttribute('href')).toBe(`/app${paths.dataCheck(5)}`)
  expect(row.getByText('40 gesendet, 2 nicht gesendet')).toBeTruthy()
  await userEvent.click(row.getByRole('link', { name: 'Einzeln zeigen: Kontaktdaten prüfen' }))
  expect((await rowOf(/Person 8/)).getByText('Datenabgleich: Erinnerung')).toBeTruthy()
  const asked = server.sentTo(outboxMailEndpoints.list).at(-1)?.searchParams
  expect([asked?.get('data_check_id'), asked?.get('circular_id'), asked?.get('by_mailing')]).toEqual(['5', null, null])
  await userEvent.click(screen.getByRole('button', { name: 'Filter entfernen: Datenabgleich: Kontaktdaten prüfen' }))
  await rowOf(/42 E-Mails/)
})

test('whoever searches a person or a state sees the mails of circulars singly', async () => {
  const server = await open(`${paths.outbox}?search=Anna`)
  const asked = () => server.sentTo(outboxMailEndpoints.list).at(-1)?.searchParams
  await rowOf(/Person 1/)
  expect(asked()?.get('by_mailing')).toBeNull()
  await userEvent.click(await screen.findByRole('link', { name: '4 fehlgeschlagen' }))
  await waitFor(() => expect(asked()?.get('state')).toBe('failed'))
  expect(asked()?.get('by_mailing')).toBeNull()
  await userEvent.click(await screen.findByRole('link', { name: 'Alle zeigen' }))
  await waitFor(() => expect(asked()?.get('by_mailing')).toBe('true'))
})

test('after sending again the focus stays in the row', async () => {
  const server = await open()
  server.on(registrationMailEndpoints.resendMail, () => {
    const data = MAILS.map((mail) => (mail.id === 2 ? { ...mail, state: 'queued' as const, trouble: null } : mail))
    server.on(outboxMailEndpoints.list, () => ({
      data,
      total: data.length,
      page: 1,
      per_page: 50,
      failed: 4,
      left_out: NOBODY,
    }))
    return { message: 'Die E-Mail wird noch einmal gesendet.' }
  })
  const row = await rowOf(/Person 2/)
  await userEvent.click(row.getByRole('button', { name: /^Noch einmal senden/ }))
  await waitFor(() => expect(row.queryByRole('button')).toBeNull())
  expect(document.activeElement).toBe(row.getByRole('link', { name: 'Zusage' }))
})

test('on the last page the focus moves to the button beside the one that was pressed', async () => {
  const server = await open()
  server.on(outboxMailEndpoints.list, () => ({
    data: MAILS,
    total: 60,
    page: 1,
    per_page: 50,
    failed: 4,
    left_out: NOBODY,
  }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'E-Mails suchen' }), 'Person')
  await userEvent.click(await screen.findByRole('button', { name: 'Nächste Seite' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Vorige Seite' })))
})
