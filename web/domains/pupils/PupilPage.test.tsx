import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { familyEndpoints } from '#contract/families/families.change.ts'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { closeApp } from '#web/app.test-data.ts'
import { refuseStale } from '#web/fake-server.test-data.ts'
import { child, detailsOf, guardian, openPupil, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const SAVED = { message: 'Die Änderungen sind gespeichert.' }

/** Opens the page of a child; the server answers what `stored.now` holds by then. */
const openStored = async (stored: { now: PupilDetails }) => {
  const server = pupilServer('schooladmin', [])
  server.on(pupilDetailsEndpoints.get, () => stored.now)
  await openPupil(server, stored.now.id)
  return server
}

const refuseOlder = (stored: { now: PupilDetails }) => (sent: { body: { version?: number } }) =>
  sent.body.version === stored.now.version ? { ...SAVED, renewed_links: [] } : refuseStale()

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
}
const compared = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent
const address = (more: Partial<NonNullable<PupilDetails['address']>>) => {
  const details = detailsOf(child(1, 'Bode'))
  return { ...details, address: { ...details.address, ...more } as NonNullable<PupilDetails['address']> }
}

test('only what was changed is sent, and what somebody else changed of other fields is there, too', async () => {
  const stored = { now: address({}) }
  const server = await openStored(stored)
  await press('Anschrift & Kontakt bearbeiten')
  await type('Straße (optional)', 'Seeweg')
  server.on(pupilChangeEndpoints.change, () => {
    stored.now = { ...address({ street: 'Seeweg' }), mail: 'neu@example.org', version: 3 }
    return SAVED
  })
  await press('Speichern')
  await waitFor(async () => expect((await card('Anschrift & Kontakt')).getByText(/Seeweg/)).toBeTruthy())
  expect((await card('Anschrift & Kontakt')).getByText('neu@example.org')).toBeTruthy()
  expect(server.bodiesOf(pupilChangeEndpoints.change)).toEqual([{ street: 'Seeweg', version: 1 }])
})

/** The address at first; two people have it open. */
const SEEWEG = { street: 'Seeweg', house_number: '5', zip: '15999', city: 'Wacholderhain', country: 'DE' }
const twoAtOneAddress = async (mine: Record<string, string>, theirs: object) => {
  const stored = { now: address(SEEWEG) }
  const server = await openStored(stored)
  server.on(pupilChangeEndpoints.change, refuseOlder(stored))
  await press('Anschrift & Kontakt bearbeiten')
  for (const [label, text] of Object.entries(mine)) await type(label, text)
  stored.now = { ...address({ ...SEEWEG, ...theirs }), version: 2 }
  await press('Speichern')
  return server
}
const UNSAVED = 'Noch nicht gespeichert: bitte prüfen und speichern.'
const markedIn = (row: HTMLElement) => [...row.querySelectorAll('mark')].map(({ textContent }) => textContent)

test('two people change one address: both whole versions are shown with what each changed, and mine is taken', async () => {
  const mine = { 'Hausnummer (optional)': '7', 'Ort (optional)': 'Berlin' }
  const server = await twoAtOneAddress(mine, { street: 'Talweg', house_number: '9' })
  const row = await screen.findByRole('row', { name: /^Anschrift/ })
  expect([...row.children].map(({ textContent }) => textContent)).toEqual([
    'Anschrift',
    'Talweg (geändert) 9 (geändert), 15999 Wacholderhain',
    'Seeweg 7 (geändert), 15999 Berlin (geändert)',
  ])
  expect(markedIn(row)).toEqual(['Talweg (geändert)', '9 (geändert)', '7 (geändert)', 'Berlin (geändert)'])
  // Nobody typed the old street: it is in no line of its own.
  expect(screen.queryByRole('row', { name: /^Straße/ })).toBeNull()
  expect(screen.getByText(/Die andere Fassung geht verloren\.$/)).toBeTruthy()
  // Both changed the number: there is no version of both.
  expect(screen.queryByRole('button', { name: 'Beide ins Formular übernehmen' })).toBeNull()
  await press('Meine übernehmen')
  await screen.findByText(SAVED.message)
  expect(server.bodiesOf(pupilChangeEndpoints.change).at(-1)).toMatchObject({
    house_number: '7',
    city: 'Berlin',
    street: 'Seeweg',
    version: 2,
  })
})

test('two people change other parts of one address: both can be put together, are looked at and saved', async () => {
  const server = await twoAtOneAddress({ 'Hausnummer (optional)': '7' }, { street: 'Talweg' })
  expect(await screen.findByText('Beide Änderungen zusammen: Talweg 7, 15999 Wacholderhain')).toBeTruthy()
  await press('Beide ins Formular übernehmen')
  expect(await screen.findByDisplayValue('Talweg')).toBeTruthy()
  expect(screen.queryByRole('row', { name: /^Anschrift/ })).toBeNull()
  const unsaved = screen.getByText(UNSAVED)
  await waitFor(() => expect(unsaved.closest('[role="status"]')).toBe(document.activeElement))
  await press('Speichern')
  await screen.findByText(SAVED.message)
  expect(server.bodiesOf(pupilChangeEndpoints.change).at(-1)).toEqual({
    house_number: '7',
    version: 2,
  })
})

test('what was taken out of an address is said, and the stored one can be kept', async () => {
  const server = await twoAtOneAddress({ 'Straße (optional)': ' ' }, { country: 'AT', zip: '1010' })
  const row = await screen.findByRole('row', { name: /^Anschrift/ })
  expect(markedIn(row)).toEqual(['1010 (geändert)', 'Österreich (geändert)', 'ohne Straße (geändert)'])
  await press('Gespeicherte behalten')
  expect(await screen.findByDisplayValue('1010')).toBeTruthy()
  expect(screen.queryByText(UNSAVED)).toBeNull()
  expect(screen.getByDisplayValue('Seeweg')).toBeTruthy()
  expect(server.bodiesOf(pupilChangeEndpoints.change)).toHaveLength(1)
})

test('two people enter an exit: both are shown before one is taken', async () => {
  const stored = { now: detailsOf(child(1, 'Bode')) }
  const server = await openStored(stored)
  server.on(pupilChangeEndpoints.leave, refuseOlder(stored))
  await press('Weitere Aktionen')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Abgang eintragen' }))
  const exit = within(await screen.findByRole('dialog', { name: 'Abgang: Ida Bode' }))
  await userEvent.type(exit.getByLabelText('Letzter Tag an der Schule'), '27.11.26')
  await userEvent.selectOptions(exit.getByLabelText('Grund des Abgangs'), 'Umzug')
  stored.now = { ...stored.now, date_exit: '2026-12-18', exit_reason: 'school_change', version: 2 }
  await userEvent.click(exit.getByRole('button', { name: 'Abgang eintragen' }))
  expect(await compared(/^Letzter Tag/)).toContain('18.12.202627.11.2026')
  expect(await compared(/^Grund/)).toContain('SchulwechselUmzug')
  await userEvent.click(exit.getByRole('button', { name: 'Meine übernehmen' }))
  await screen.findByText(SAVED.message)
  expect(server.bodiesOf(pupilChangeEndpoints.leave).at(-1)).toMatchObject({
    date_exit: '2026-11-27',
    exit_reason: 'moved',
    version: 2,
  })
})

test('two who change one number of a mother compare it, and what only one changed is kept', async () => {
  const row = child(1, 'Bode')
  const mother = guardian('Anna', 'Bode', { phone_mobile: '0331 5551234' })
  const stored = { now: { ...detailsOf(row), guardians: [mother] } }
  const server = await openStored(stored)
  server.on(familyEndpoints.changeGuardian, ({ body }) => (body.version === 2 ? SAVED : refuseStale()))
  await press('Bearbeiten: Anna Bode')
  const dialog = within(await screen.findByRole('dialog'))
  const fill = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  fill('Telefon mobil (optional)', '0331 5550001')
  fill('E-Mail (optional)', 'anna@example.org')
  stored.now = { ...stored.now, guardians: [{ ...mother, phone_mobile: '0331 5550002', version: 2 }] }
  await press('Übernehmen')
  expect(await compared(/^Telefon mobil/)).toContain('0331 5550002')
  expect(await compared(/^Telefon mobil/)).toContain('0331 5550001')
  await press('Meine übernehmen')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodiesOf(familyEndpoints.changeGuardian).at(-1)).toMatchObject({
    phone_mobile: '0331 5550001',
    mail: 'anna@example.org',
    version: 2,
  })
})

test('a link to an address that cannot be reached opens the dialog on it, once', async () => {
  const mother = guardian('Anna', 'Bode', { mail: 'alt@example.org' })
  const server = pupilServer('schooladmin', [])
  const stored = { ...detailsOf(child(1, 'Bode')), guardians: [mother] }
  server.on(pupilDetailsEndpoints.get, () => stored)
  await openPupil(server, `1?kontakt=${mother.guardian_id}#contacts`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Anna Bode bearbeiten' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('E-Mail (optional)')))
  expect(window.location.search).toBe('')
})

test('two who change the address of a mother see both whole addresses in the dialog', async () => {
  const row = child(1, 'Bode')
  const home = {
    street: 'Seeweg',
    house_number: '5',
    address_extra: null,
    zip: '15999',
    city: 'Wacholderhain',
    country: 'DE',
  }
  const mother = guardian('Anna', 'Bode', { address: home })
  const stored = { now: { ...detailsOf(row), guardians: [mother] } }
  const server = await openStored(stored)
  server.on(familyEndpoints.changeGuardian, ({ body }) => (body.version === 2 ? SAVED : refuseStale()))
  await press('Bearbeiten: Anna Bode')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Hausnummer (optional)'), { target: { value: '7' } })
  stored.now = { ...stored.now, guardians: [{ ...mother, address: { ...home, street: 'Talweg' }, version: 2 }] }
  await press('Übernehmen')
  expect(await compared(/^Anschrift/)).toBe(
    'AnschriftTalweg (geändert) 5, 15999 WacholderhainSeeweg 7 (geändert), 15999 Wacholderhain',
  )
  expect(dialog.getByText('Beide Änderungen zusammen: Talweg 7, 15999 Wacholderhain')).toBeTruthy()
  await press('Beide ins Formular übernehmen')
  expect(dialog.getByLabelText<HTMLInputElement>('Straße (optional)').value).toBe('Talweg')
  expect(dialog.getByText(UNSAVED)).toBeTruthy()
  await press('Übernehmen')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.bodiesOf(familyEndpoints.changeGuardian).at(-1)).toMatchObject({ house_number: '7', version: 2 })
  expect(server.bodiesOf(familyEndpoints.changeGuardian).at(-1)).not.toHaveProperty('street')
})

test('a teacher reads whom to call and changes nothing', async () => {
  const server = pupilServer('teacher_level_1', [])
  server.on(pupilDetailsEndpoints.get, () => detailsOf(child(1, 'Bode')))
  await openPupil(server, 1)
  const family = await card('Sorgeberechtigte & Kontakte')
  expect(family.getByRole('link', { name: /^0152 28817386/ })).toBeTruthy()
  expect(family.queryByRole('button')).toBeNull()
})

const alertOf = async (title: string) =>
  (await screen.findByText(title)).closest('[role="alert"]')?.textContent?.replace(/\s+/g, ' ')

test('of age: everyone who knows the birthday is told what ended, who gives links also whose the new one is', async () => {
  const ida = { ...detailsOf(child(1, 'Bode')), birthdate: '2008-11-20', parents_informed: false }
  await openStored({ now: ida })
  const text = await alertOf('Volljährig')
  expect(text).toContain('Den neuen Link geben Sie Ida selbst: Eine eigene E-Mail-Adresse ist nicht eingetragen.')
  const family = await card('Sorgeberechtigte & Kontakte')
  expect(family.getByText('kein Sorgerecht')).toBeTruthy()
  expect(family.getByText('keine Post')).toBeTruthy()
  expect(family.queryByText('Sorgerecht')).toBeNull()
})

test('of age with an own address: the banner says where the new link goes', async () => {
  const ida = { ...detailsOf(child(1, 'Bode')), birthdate: '2008-11-20', parents_informed: false, mail: 'ida@mail.de' }
  await openStored({ now: ida })
  expect(await alertOf('Volljährig')).toContain('Der neue Link geht am 18. Geburtstag an ida@mail.de.')
})

test('of age with a consent: the parents are still informed, and how that ends', async () => {
  const ida = { ...detailsOf(child(1, 'Bode')), birthdate: '2008-11-20', parents_informed: true }
  await openStored({ now: ida })
  const text = await alertOf('Volljährig')
  expect(text).toContain('weil Ida eingewilligt hat')
  expect(text).not.toContain('gilt nicht mehr')
})

test('thirty days before the birthday the page says what ends that night, unless there is a consent', async () => {
  const ida = { ...detailsOf(child(1, 'Bode')), birthdate: '2008-12-20', parents_informed: false }
  await openStored({ now: ida })
  const text = await alertOf('Wird am 20.12.2026 volljährig')
  expect(text).toContain('In der Nacht zum 20.12.2026 endet der Zugang der Eltern')
  expect(text).toContain('tragen Sie die Einwilligung von Ida vorher ein')
})

test.each([
  ['a month and a day before', { birthdate: '2008-12-21', parents_informed: false }],
  ['after the exit', { birthdate: '2008-11-20', parents_informed: false, status: 'left' as const }],
  ['for those who see no birthday', {}],
])('%s there is no banner of age', async (_when, more) => {
  await openStored({ now: { ...detailsOf(child(1, 'Bode')), ...more } })
  await screen.findByRole('button', { name: 'Weitere Aktionen' })
  expect(screen.queryByText(/volljährig/i)).toBeNull()
})

test('who has left is not to be given an exit once more', async () => {
  const gone = { ...detailsOf(child(1, 'Bode')), status: 'left' as const, date_exit: '2026-07-31' }
  await openStored({ now: gone })
  await press('Weitere Aktionen')
  const item = await screen.findByRole('menuitem', { name: /^Löschen/ })
  expect(item.textContent).toContain('Der Abgang ist schon eingetragen.')
  expect(item.textContent).not.toContain('Bitte tragen Sie')
})

test('the ways to others of the class have their place before they are known, so that nothing moves', async () => {
  const row = child(1, 'Bode')
  const server = pupilServer('schooladmin', [row])
  server.on(pupilDetailsEndpoints.get, () => detailsOf(row))
  server.on(pupilEndpoints.list, () => new Promise<never>(() => {}))
  await openPupil(server, 1)
  expect(await screen.findByRole('navigation', { name: 'Blättern' })).toBeTruthy()
})
