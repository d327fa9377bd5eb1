import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { type SensitiveEntry, sensitiveEndpoints } from '#contract/sensitive/sensitive.ts'
import { closeApp } from '#web/app.test-data.ts'
import { child, detailsForAll, detailsOf, guardian, openPupil, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const ENTRY: SensitiveEntry = {
  ...{ id: 7, kind: 'health_hint', hint: 'Notfallset im Sekretariat', visible_to_teachers: true, valid_until: null },
  ...{ legal_basis: 'Einwilligung', confirmed_at: '2026-09-01', locked_at: null, lapsed: null, is_unreadable: false },
  ...{ created_by: null, updated_at: '2026-09-01T08:00:00.000Z', version: 1 },
}

type Role = Parameters<typeof pupilServer>[0]
const open = async (pupil: PupilDetails, { role = 'schooladmin', entries = [ENTRY] }: Given = {}) => {
  const server = pupilServer(role, [])
  const looks: unknown[] = []
  server.on(pupilDetailsEndpoints.get, () => pupil)
  server.on(sensitiveEndpoints.list, ({ query }) => {
    looks.push(query)
    return { entries, may_change: true, lacking_consent: [] }
  })
  await openPupil(server, pupil.id)
  await screen.findByRole('heading', { level: 1 })
  return looks
}
interface Given {
  role?: Role
  entries?: SensitiveEntry[]
}
const strip = () => within(screen.getByRole('region', { name: 'Im Notfall' }))
const LOOK = { name: 'Allergie, Notfallhinweis' }
const ida = detailsOf(child(1, 'Bode'))

test('people to call stand in the order of an emergency, with numbers to tap', async () => {
  const father = guardian('Paul', 'Bode', {
    guardian_id: 32,
    position: 2,
    relationship: 'father',
    emergency_priority: 1,
  })
  const mother = guardian('Anna', 'Bode', { emergency_priority: 2, phone_work: '0331 5550001' })
  const unreachable = guardian('Ute', 'Bode', { guardian_id: 33, phone_mobile: null, emergency_priority: 3 })
  await open({ ...ida, guardians: [mother, father, unreachable] })
  const people = strip()
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement?.tagName === 'OL')
  expect(people.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Paul Bode Vater/),
    expect.stringMatching(/^Anna Bode Mutter/),
  ])
  expect(
    strip()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['tel:+4915228817386', 'tel:+4915228817386', 'tel:+493315550001'])
})

test('who is not to be called in an emergency is left out, unless nobody is to be called', async () => {
  const mother = guardian('Anna', 'Bode', { emergency_priority: 1 })
  const father = guardian('Paul', 'Bode', { guardian_id: 32, position: 2, emergency_priority: null })
  await open({ ...ida, guardians: [father, mother] })
  expect(strip().getByText('Anna Bode')).toBeTruthy()
  expect(strip().queryByText('Paul Bode')).toBeNull()
  await closeApp()
  const uncle = guardian('Udo', 'Bode', { guardian_id: 33, has_custody: false, emergency_priority: null })
  await open({ ...ida, guardians: [father, uncle] })
  expect(strip().getByText('Niemand ist für den Notfall eingetragen. Sorgeberechtigte:')).toBeTruthy()
  expect(strip().getByText('Paul Bode')).toBeTruthy()
  expect(strip().queryByText('Udo Bode')).toBeNull()
})

test('without any number the strip says so', async () => {
  await open({ ...ida, guardians: [] })
  expect(strip().getByText('Es ist keine Telefonnummer eingetragen.')).toBeTruthy()
})

test('nothing confidential is loaded until somebody asks, and then only what helps in an emergency', async () => {
  const looks = await open(ida)
  expect(strip().getByText('Der Aufruf wird protokolliert.')).toBeTruthy()
  expect(looks).toEqual([])
  await userEvent.click(strip().getByRole('button', LOOK))
  expect(await strip().findByText('Notfallset im Sekretariat')).toBeTruthy()
  expect(looks).toEqual([{ kind: 'health_hint' }])
})

test.each([
  ['nothing is entered', [], 'Für dieses Kind ist kein Hinweis eingetragen.'],
  [
    'the hint is locked',
    [{ ...ENTRY, hint: undefined, locked_at: '2026-11-19T08:00:00.000Z' }],
    'Ein Hinweis ist eingetragen, aber zurzeit nicht lesbar. Den Grund sehen Sie unter „Vertraulich“.',
  ],
])('when %s, the strip says so', async (_when, entries, text) => {
  await open(ida, { entries: entries as SensitiveEntry[] })
  await userEvent.click(strip().getByRole('button', LOOK))
  await waitFor(() => expect(strip().getByText(text)).toBeTruthy())
})

test('an admin sees whom to call and is offered no health data', async () => {
  await open(ida, { role: 'admin' })
  expect(strip().getByText('Anna Bode')).toBeTruthy()
  expect(strip().queryByRole('button', LOOK)).toBeNull()
})

test.each([
  ['for a viewer, who gets no contacts', detailsForAll(child(1, 'Bode')), 'viewer'],
  ['for a child that has left', { ...ida, status: 'left' as const, date_exit: '2026-07-31' }, 'schooladmin'],
] as const)('%s there is no strip', async (_who, pupil, role) => {
  await open(pupil, { role })
  expect(screen.queryByRole('region', { name: 'Im Notfall' })).toBeNull()
})
