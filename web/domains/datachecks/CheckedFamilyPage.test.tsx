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
  ...{ state: 'open', decided_at: null, decided_by: null, decline_reason: null },
  ...part,
})

const HOME = { street: 'Annaweg', house_number: '1', address_extra: null, zip: '15999', city: 'Annastadt' }
const FAMILY: CheckedFamily = {
  ...{ reader_id: 7, data_check_id: 3, name: 'Anna Müller', answered_at: '2026-11-19T10:00:00Z', seen: 'abc' },
  children: [{ id: 1, name: 'Mia Müller', schoolclass: '1a' }],
  changes: [
    change({ id: 11, current: { phone_home: '0331 000111' } }),
    change({
      ...{ id: 12, subject: 'pupil', part: 'address', about: 'Mia', before: HOME, current: HOME },
      after: { ...HOME, street: 'Neuweg' },
    }),
  ],
}

const openFamily = async () => {
  const server = serverFor('schooladmin')
  server.on(decisions.family, () => FAMILY)
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

test('only what is ticked is taken over, with the checksum of what was shown', async () => {
  const taken = await openFamily()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Auswählen: Mia: Anschrift' }))
  await userEvent.click(screen.getByRole('button', { name: 'Ausgewählte übernehmen' }))
  expect(await screen.findByText('Die Änderung ist übernommen.')).toBeTruthy()
  expect(taken).toEqual([{ ids: [11], seen: 'abc' }])
})
