import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  type CheckedFamily,
  dataCheckDecideEndpoints as decisions,
  type ProposedChange,
} from '#contract/datachecks/datachecks.decide.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const change = (part: Partial<ProposedChange> & Pick<ProposedChange, 'id'>): ProposedChange => ({
  ...{ subject: 'guardian', part: 'phone_home', about: 'Anna Müller' },
  ...{ before: { phone_home: null }, after: { phone_home: '0331 777888' }, current: { phone_home: null } },
  ...{ replaced: null, is_undoable: false },
  ...{ state: 'open', decided_at: null, decided_by: null, decline_reason: null },
  ...part,
})

const HOME = { street: 'Annaweg', house_number: '1', address_extra: null, zip: '15999', city: 'Annastadt' }
const FAMILY: CheckedFamily = {
  ...{ reader_id: 7, data_check_id: 3, name: 'Anna Müller', answered_at: '2026-11-19T10:00:00Z', seen: 'abc' },
  children: [{ id: 1, name: 'Mia Müller', schoolclass: '1a' }],
  reachable: { phone_mobile: null, phone_home: '0331 000111', phone_work: null, mail: null },
  stored: [],
  next_reader_id: 8,
  changes: [
    change({ id: 11, current: { phone_home: '0331 000111' } }),
    change({
      ...{ id: 12, subject: 'pupil', part: 'address', about: 'Mia', before: HOME, current: HOME },
      after: { ...HOME, street: 'Neuweg' },
    }),
  ],
}

const openFamily = async (family: CheckedFamily = FAMILY) => {
  const server = serverFor('schooladmin')
  server.on(decisions.family, () => family)
  const taken: unknown[] = []
  server.on(decisions.accept, ({ body }) => {
    taken.push(body)
    return { message: 'Die Änderung ist übernommen.' }
  })
  await openApp(paths.dataCheckFamily(7), server)
  await page('Anna Müller')
  return taken
}

test('a value that the office has changed meanwhile is shown with both sides', async () => {
  await openFamily()
  const row = within(await screen.findByRole('row', { name: /Telefon privat/ }))
  expect(row.getByText(/0331 000111/)).toBeTruthy()
  expect(row.getByText(/Inzwischen geändert/)).toBeTruthy()
  const address = screen.getByRole('row', { name: /Mia: Anschrift/ })
  expect(within(address).queryByText(/Inzwischen geändert/)).toBeNull()
})

test('what has changed meanwhile is not ticked, and only what is ticked is taken over', async () => {
  const taken = await openFamily()
  const phone = await screen.findByRole('checkbox', { name: 'Auswählen: Anna Müller: Telefon privat' })
  expect(
    [phone, screen.getByRole('checkbox', { name: 'Auswählen: Mia: Anschrift' })].map(
      (box) => (box as HTMLInputElement).checked,
    ),
  ).toEqual([false, true])
  expect(screen.queryByRole('link', { name: 'Nächste Familie' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Ausgewählte übernehmen' }))
  expect(await screen.findByText('Die Änderung ist übernommen.')).toBeTruthy()
  expect(taken).toEqual([{ ids: [12], seen: 'abc' }])
})

test('a remark says where it goes, and a deletion what it means', async () => {
  await openFamily({
    ...FAMILY,
    changes: [
      change({
        id: 13,
        before: { phone_home: '0331 000111' },
        after: { phone_home: null },
        current: { phone_home: '0331 000111' },
      }),
      change({ id: 14, subject: 'remark', part: 'text', before: {}, after: { text: 'Wir ziehen um.' }, current: null }),
    ],
  })
  expect(within(await screen.findByRole('row', { name: /Telefon privat/ })).getByText('– (wird gelöscht)')).toBeTruthy()
  expect(screen.getByText('Danach ist Anna Müller nicht mehr erreichbar.')).toBeTruthy()
  const remark = screen.getByRole('row', { name: /Bemerkung/ })
  expect(remark.textContent).toContain('Wir ziehen um.Wird eine Notiz bei Mia Müller.')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Auswählen: Anna Müller: Telefon privat' }))
  expect(screen.queryByText('Danach ist Anna Müller nicht mehr erreichbar.')).toBeNull()
})

test('a decided row shows what was replaced and can be taken back; then the next family follows', async () => {
  const decided = { state: 'accepted', decided_at: '2026-11-20T10:00:00Z', decided_by: 'Petra Schreiber' } as const
  await openFamily({
    ...FAMILY,
    changes: [
      change({ id: 15, ...decided, replaced: { phone_home: '0331 555111' }, is_undoable: true }),
      change({ id: 16, part: 'phone_work', before: { phone_work: null }, after: { phone_work: '0331 4' }, ...decided }),
    ],
  })
  const row = within(await screen.findByRole('row', { name: /Telefon privat/ }))
  expect(row.getByText('0331 555111')).toBeTruthy()
  expect(row.getByRole('button', { name: 'Zurücknehmen: Anna Müller: Telefon privat' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Zurücknehmen/ })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Nächste Familie' }).getAttribute('href')).toContain('8')
})
