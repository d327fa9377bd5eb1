import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { FAMILY_TEXTS, familyEndpoints } from '#contract/families/families.change.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { closeApp } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { child, detailsOf, guardian, openPupil, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const person = (guardian_id: number, firstname: string, emergency_priority: number) =>
  guardian(firstname, 'Bode', { guardian_id, position: guardian_id, emergency_priority })
const inOrder = (...names: readonly string[]): PupilDetails => {
  const ids: Record<string, number> = { Anna: 31, Paul: 32, Ute: 33 }
  const guardians = names.map((name, index) => person(ids[name] ?? 0, name, index + 1))
  return { ...detailsOf(child(1, 'Bode')), guardians }
}

/** Anna, Paul, Ute; this person moves Paul to the top while somebody else stores another order. */
const movePaulWhile = async (meanwhile: PupilDetails) => {
  const stored = { now: inOrder('Anna', 'Paul', 'Ute') }
  const server = pupilServer('schooladmin', [])
  server.on(pupilDetailsEndpoints.get, () => stored.now)
  server.on(familyEndpoints.orderEmergency, ({ body }) => {
    if (body.before?.[0]?.id !== stored.now.guardians?.[0]?.guardian_id) {
      return json(409, { message: FAMILY_TEXTS.orderChanged })
    }
    return { message: 'Die Reihenfolge ist gespeichert.' }
  })
  await openPupil(server, 1)
  await userEvent.click(await screen.findByRole('button', { name: 'Reihenfolge im Notfall' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Im Notfall anrufen/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Paul Bode: weiter nach oben' }))
  stored.now = meanwhile
  await userEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  return { server, dialog }
}
const sentOrders = (server: ReturnType<typeof pupilServer>) =>
  server
    .bodiesOf(familyEndpoints.orderEmergency)
    .map((body) => (body as { order: { id: number }[] }).order.map(({ id }) => id))

test('who orders at the same time sees both orders before one is taken, and can keep the own one', async () => {
  const { server, dialog } = await movePaulWhile(inOrder('Ute', 'Anna', 'Paul'))
  const line = await dialog.findByRole('row', { name: /^Reihenfolge/ })
  expect([...line.children].map(({ textContent }) => textContent)).toEqual([
    'Reihenfolge',
    '1. Ute Bode, 2. Anna Bode, 3. Paul Bode',
    '1. Paul Bode, 2. Anna Bode, 3. Ute Bode',
  ])
  expect(dialog.getByText('Die Reihenfolge wurde inzwischen geändert.')).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: 'Fehler' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Übernehmen' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Meine übernehmen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentOrders(server)).toEqual([
    [32, 31, 33],
    [32, 31, 33],
  ])
})

test('the stored order can be kept, and then nothing more is sent', async () => {
  const { server, dialog } = await movePaulWhile(inOrder('Ute', 'Anna', 'Paul'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Gespeicherte behalten' }))
  const list = within(dialog.getByRole('list', { name: 'Reihenfolge im Notfall' }))
  expect(list.getAllByText(/ Bode$/).map(({ textContent }) => textContent)).toEqual([
    'Ute Bode',
    'Anna Bode',
    'Paul Bode',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Übernehmen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentOrders(server)).toHaveLength(1)
})

test('somebody else stored the same order: there is nothing to choose', async () => {
  await movePaulWhile(inOrder('Paul', 'Anna', 'Ute'))
  expect(await screen.findByText('Dieselbe Reihenfolge ist schon gespeichert.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
