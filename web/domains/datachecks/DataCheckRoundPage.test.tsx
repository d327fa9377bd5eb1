import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type CheckedFamily, dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
import { type CheckReader, type DataCheckDetails, dataCheckEndpoints } from '#contract/datachecks/datachecks.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const reader = (reader_id: number, name: string, state: CheckReader['state']): CheckReader => ({
  ...{ id: reader_id, reader_id, name, state, children: 'Mia, 1a', is_mailed: true },
  ...{ pupil_id: 1, answered_at: state === 'open' ? null : '2026-11-19T10:00:00Z', trouble: null },
  ...{ is_by_phone: false, is_over: false },
})

const ROUND: DataCheckDetails = {
  ...{ id: 3, audience: 'Eltern: 1a', ends_on: '2026-12-14', is_running: true, subject: 'Ihre Daten' },
  ...{ created_at: '2026-11-16T10:00:00Z', created_by: 'Petra Schreiber', left_out: [], waiting: 0 },
  ...{ reminded_at: null, may_remind: true, remind_from: '2026-11-23' },
  counts: { all: 3, open: 2, confirmed: 1, changed: 0, decided: 0, by_letter: 0 },
  readers: [reader(1, 'Anna Berg', 'open'), reader(2, 'Ben Berg', 'open'), reader(3, 'Cleo Ott', 'confirmed')],
}

const FAMILY: CheckedFamily = {
  ...{ reader_id: 1, data_check_id: 3, name: 'Anna Berg', answered_at: null, seen: 'abc', children: [], reachable: {} },
  ...{ next_reader_id: null, changes: [] },
  stored: [
    {
      heading: 'So erreichen wir Sie',
      rows: [
        { label: 'Telefon mobil', stored: '0152 28817386' },
        { label: 'E-Mail', stored: null },
      ],
    },
  ],
}

const names = () =>
  within(screen.getByRole('table', { name: 'Wer gefragt ist' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.replace(/ \(.*/, ''))

test('who is asked can be narrowed to one state, and only to one that somebody has', async () => {
  const server = serverFor('schooladmin')
  server.on(dataCheckEndpoints.get, () => ROUND)
  await openApp(paths.dataCheck(3), server)
  await page('Datenabgleich: Eltern: 1a')
  expect(names()).toEqual(['Anna Berg', 'Ben Berg', 'Cleo Ott'])
  await userEvent.click(screen.getByRole('button', { name: /^noch keine Antwort/ }))
  expect(names()).toEqual(['Anna Berg', 'Ben Berg'])
  expect(screen.queryByRole('button', { name: /Änderungen geschickt/ })).toBeNull()
})

test('says from when a reminder is possible, takes an answer by telephone, and finds names in a long list', async () => {
  const server = serverFor('schooladmin')
  const many = Array.from({ length: 20 }, (_, index) => reader(index + 10, `Person ${index}`, 'open'))
  server.on(dataCheckEndpoints.get, () => ({ ...ROUND, may_remind: false, readers: [...ROUND.readers, ...many] }))
  const confirmed: unknown[] = []
  server.on(dataCheckDecideEndpoints.family, () => FAMILY)
  server.on(dataCheckDecideEndpoints.confirm, ({ params }) => {
    confirmed.push(params)
    return { message: 'Die Antwort vom Telefon ist eingetragen.' }
  })
  await openApp(paths.dataCheck(3), server)
  await page('Datenabgleich: Eltern: 1a')
  expect(screen.getByText('Eine Erinnerung ist ab 23.11.2026 möglich (22 Personen).')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Erinnern' })).toBeNull()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Name suchen' }), 'cleo')
  await waitFor(() => expect(names()).toEqual(['Cleo Ott']))
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Name suchen' }))
  await userEvent.click(await screen.findByRole('button', { name: /^Am Telefon bestätigt: Anna Berg/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Am Telefon bestätigt: Anna Berg/ }))
  expect(dialog.getByText('0152 28817386')).toBeTruthy()
  expect(dialog.getByText('nicht eingetragen')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Etwas stimmt nicht: Kontakte öffnen' }).getAttribute('href')).toMatch(
    /#contacts$/,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Eintragen' }))
  expect(await screen.findByText('Die Antwort vom Telefon ist eingetragen.')).toBeTruthy()
  expect(confirmed).toHaveLength(1)
})

test('an answer by telephone that was a mistake is taken back from its notice, and later from its row', async () => {
  const server = serverFor('schooladmin')
  let phoned = false
  const cleo = reader(3, 'Cleo Ott', 'confirmed')
  server.on(dataCheckEndpoints.get, () => ({
    ...ROUND,
    readers: [
      phoned ? { ...reader(1, 'Anna Berg', 'confirmed'), is_by_phone: true } : reader(1, 'Anna Berg', 'open'),
      cleo,
    ],
  }))
  server.on(dataCheckDecideEndpoints.family, () => FAMILY)
  server.on(dataCheckDecideEndpoints.confirm, () => {
    phoned = true
    return { message: 'Die Antwort vom Telefon ist eingetragen.' }
  })
  server.on(dataCheckDecideEndpoints.unconfirm, () => {
    phoned = false
    return { message: 'Die Antwort vom Telefon ist zurückgenommen.' }
  })
  await openApp(paths.dataCheck(3), server)
  await page('Datenabgleich: Eltern: 1a')
  const enter = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Am Telefon bestätigt: Anna Berg/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Eintragen' }))
    expect(await screen.findByText('alles stimmt (am Telefon)')).toBeTruthy()
  }
  await enter()
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  expect(await screen.findByText('Die Antwort vom Telefon ist zurückgenommen.')).toBeTruthy()
  await enter()
  // What the family has answered itself stays.
  expect(screen.queryByRole('button', { name: /^Zurücknehmen: Cleo Ott/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Zurücknehmen: Anna Berg/ }))
  expect(await screen.findByRole('button', { name: /^Am Telefon bestätigt: Anna Berg/ })).toBeTruthy()
})

test('who has left is not asked any more, and letters get their second page only on request', async () => {
  const server = serverFor('schooladmin')
  const gone = { ...reader(1, 'Anna Berg', 'open'), children: 'Mia (beendet am 12.11.2026)', is_over: true }
  const bodies: unknown[] = []
  server.on(dataCheckEndpoints.get, () => ({
    ...ROUND,
    readers: [gone, { ...reader(2, 'Ben Berg', 'open'), is_mailed: false }],
  }))
  server.on(dataCheckEndpoints.letters, ({ body }) => {
    bodies.push(body)
    return json(409, { message: 'Nur dieser Test.' })
  })
  await openApp(paths.dataCheck(3), server)
  await page('Datenabgleich: Eltern: 1a')
  expect(screen.getByText('nicht mehr an der Schule')).toBeTruthy()
  expect(screen.getByText(/beendet am 12\.11\.2026/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Erinnern' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Am Telefon bestätigt: Anna Berg/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '1 Brief drucken' }))
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Briefe mit einer zweiten Seite zum Ausfüllen' }))
  await userEvent.click(screen.getByRole('button', { name: /^Brief drucken: Ben Berg/ }))
  await waitFor(() =>
    expect(bodies).toEqual([
      { reader_ids: [], with_data: false },
      { reader_ids: [2], with_data: true },
    ]),
  )
})
