import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { schoolServer, UNREADABLE } from './school.test-data.ts'

let server: ReturnType<typeof schoolServer>

beforeEach(() => {
  server = schoolServer()
})
afterEach(closeApp)

const openPage = async (role: Role = 'admin', place = '') => {
  await openApp(`/admin/schulverwaltung${place}`, serverFor(role, server.answers))
  await page(/^Schulverwaltung$/)
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const TABS: Record<string, string> = {
  Stammdaten: 'Schule',
  'Begrüßung und Bezeichnungen': 'Aussehen',
}
/** Chooses the tab of a section. */
const choose = (name: string) => {
  const tabs = within(screen.getByRole('group', { name: 'Bereiche der Schulverwaltung' }))
  fireEvent.click(tabs.getByRole('button', { name: TABS[name] ?? name }))
}
const show = async (name: string) => {
  choose(name)
  await screen.findByRole('region', { name })
}
const begin = (name: string) => fireEvent.click(screen.getByRole('button', { name: `${name} bearbeiten` }))
const edit = async (name: string) => {
  await show(name)
  begin(name)
  // The editor of texts is a module that comes later.
  await within(await screen.findByRole('form', { name: `${name} bearbeiten` })).findByRole('button', {
    name: 'Speichern',
  })
}
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const fill = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const save = () => fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })

test('a greeting is looked at before it is saved, and another section waits for an answer', async () => {
  await openPage()
  await edit('Begrüßung und Bezeichnungen')
  const greeting = field('Begrüßung')
  expect(document.activeElement).toBe(greeting)
  fill('Begrüßung', '')
  save()
  expect(await screen.findByText('Bitte prüfen Sie 1 Angabe:')).toBeTruthy()
  fill('Begrüßung', 'Guten Morgen')
  const form = within(screen.getByRole('form', { name: 'Begrüßung und Bezeichnungen bearbeiten' }))
  expect(form.getByText('So begrüßt die Startseite').closest('figure')?.textContent).toContain(
    'Guten Morgen, Katharina Vogt',
  )
  await waitFor(() => expect(document.title).toMatch(/^● Schulverwaltung/))

  choose('Krankmeldungen')
  fireEvent.click(await screen.findByRole('button', { name: 'Weiter bearbeiten' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(field('Begrüßung').value).toBe('Guten Morgen')
  greeting.focus()
  save()
  const heading = await screen.findByRole('heading', { name: 'Begrüßung und Bezeichnungen' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(await section('Begrüßung und Bezeichnungen').findByText('Guten Morgen')).toBeTruthy()
})

test('a colour that is too weak is refused and mended by one press', async () => {
  await openPage()
  await edit('Aussehen')
  fireEvent.click(screen.getByRole('radio', { name: 'Violett' }))
  expect(screen.getByText('gut zu sehen')).toBeTruthy()
  fill('Eigene Farbe als Zahl', 'FFE066')
  expect(screen.getByText('zu schwach')).toBeTruthy()
  save()
  const refusal = 'Diese Farbe ist auf dem hellen Hintergrund zu schwach (nötig ist ein Kontrast von 3:1).'
  fireEvent.click(await screen.findByRole('button', { name: `Farbe der Schule: ${refusal}` }))
  const own = screen.getByLabelText<HTMLInputElement>('Eigene Farbe')
  expect(document.activeElement).toBe(own)
  press('Dunkleren Ton nehmen')
  expect(screen.getByText('gut zu sehen')).toBeTruthy()
  const chosen = own.value
  save()
  expect(await screen.findByRole('button', { name: 'Aussehen bearbeiten' })).toBeTruthy()
  expect(server.school().accent).toBe(chosen)
})

test('a colour that is none is said where it was typed, and nothing is saved', async () => {
  await openPage()
  await edit('Aussehen')
  fill('Eigene Farbe als Zahl', 'grün')
  fireEvent.blur(field('Eigene Farbe als Zahl'))
  expect(field('Eigene Farbe als Zahl').value).toBe('grün')
  expect(screen.getByText('Bitte wie #2e7d4f angeben.')).toBeTruthy()
  save()
  expect(await screen.findByRole('button', { name: 'Farbe der Schule: Bitte wie #2e7d4f angeben.' })).toBeTruthy()
  expect(server.written).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: 'Violett' }))
  expect(field('Eigene Farbe als Zahl').value).toBe('#7b3f98')
  expect(screen.queryByText('Bitte wie #2e7d4f angeben.')).toBeNull()
})

test('the address carries the tab, and a tab lets go of the hash that led to another one', async () => {
  await openPage('admin', '#bezeichnungen')
  expect(section('Begrüßung und Bezeichnungen')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Stammdaten' })).toBeNull()
  await show('Krankmeldungen')
  expect(window.location.search).toBe('?tab=krankmeldungen')
  expect(window.location.hash).toBe('')
  await show('Stammdaten')
  expect(window.location.search).toBe('')
})

test('a logo that cannot be one is refused before it is sent; a removed one comes back', async () => {
  await openPage()
  await show('Aussehen')
  const give = (type: string, content: BlobPart) =>
    fireEvent.change(screen.getByTestId('logo-file'), { target: { files: [new File([content], 'logo', { type })] } })
  give('image/svg+xml', '<svg/>')
  expect(await screen.findByText('Dieser Dateityp wird nicht unterstützt.')).toBeTruthy()
  give('image/png', new Uint8Array(500_001))
  expect(
    await screen.findByText(/ist 500,1 kB groß. Die Dateigröße der einzelnen Dateien darf 500 kB nicht übersteigen!$/),
  ).toBeTruthy()
  give('image/png', UNREADABLE)
  expect(await screen.findByText('Diese Datei ist kein lesbares Bild.')).toBeTruthy()
  expect(server.written).toEqual([])

  give('image/png', 'P1')
  const logo = await screen.findByRole<HTMLImageElement>('img', { name: 'Logo: Freie Schule' })
  expect(logo.src).toMatch(/^data:image\/png;base64,/)
  press('Logo entfernen')
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo: Freie Schule' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Logo wählen' })))
  const removed = await alertWith('Das Logo ist entfernt.')
  fireEvent.click(removed.getByRole('button', { name: 'Rückgängig' }))
  expect(await screen.findByRole('img', { name: 'Logo: Freie Schule' })).toBeTruthy()
  expect(server.written).toEqual(['logo', 'no logo', 'logo'])
})

test('what somebody else changed meanwhile is compared before it is overwritten', async () => {
  await openPage()
  await edit('Krankmeldungen')
  const most = /^Eine Meldung umfasst höchstens/
  fill(most, '7')
  // Also the first change of all, of what had no version.
  server.store('SICKNOTE_SETTINGS', { max_days_public: 21 })
  save()
  const change = /hat diesen Datensatz am .* geändert\./
  const rowOf = async (name: string) => (await alertWith(change)).findByRole('row', { name })
  expect(await rowOf('Eine Meldung umfasst höchstens 21 Tage 7 Tage')).toBeTruthy()
  press('Gespeicherte behalten')
  expect(field(most).value).toBe('21')
  fill(most, '7')
  server.store('SICKNOTE_SETTINGS', { max_days_public: 10 })
  save()
  expect(await rowOf('Eine Meldung umfasst höchstens 10 Tage 7 Tage')).toBeTruthy()
  press('Meine übernehmen')
  expect(await section('Krankmeldungen').findByText('7 Tage')).toBeTruthy()
  expect(server.settings().SICKNOTE_SETTINGS.value.max_days_public).toBe(7)
})

test('applications are switched off only after a question', async () => {
  await openPage()
  await edit('Bewerbungen')
  fireEvent.click(screen.getByRole('switch', { name: /^Bewerbungen entgegennehmen/ }))
  save()
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Abbrechen' }))
  expect(screen.getByRole('form', { name: 'Bewerbungen bearbeiten' })).toBeTruthy()
  expect(server.written).toEqual([])
})

test('the numbers of a state are shown before they are taken, and taken back', async () => {
  await openPage()
  await edit('Stammdaten')
  fireEvent.change(screen.getByLabelText('Bundesland'), { target: { value: 'DE-SN' } })
  save()
  const master = section('Stammdaten')
  const cutoff = { name: /^Stichtag der Schulpflicht.* 30\.09\. 30\.06\.$/ }
  expect(await master.findByRole('row', cutoff)).toBeTruthy()
  expect(master.getByRole('row', { name: /Attest ab kein Hinweis 5 Schultage/ })).toBeTruthy()
  expect(master.getByText(/^Für Sachsen nicht hinterlegt.*„Entschuldigung fällig nach“/)).toBeTruthy()
  press('Vorgaben von Sachsen übernehmen')
  expect(await master.findByText('Ihre Einstellungen entsprechen den Vorgaben von Sachsen.')).toBeTruthy()
  await show('Krankmeldungen')
  expect(await section('Krankmeldungen').findByText('5 Schultage')).toBeTruthy()
  const taken = await alertWith('Die Vorgaben von Sachsen sind übernommen.')
  fireEvent.click(taken.getByRole('button', { name: 'Rückgängig' }))
  expect(await section('Krankmeldungen').findByText('kein Hinweis')).toBeTruthy()
  await show('Stammdaten')
  expect(await section('Stammdaten').findByRole('row', cutoff)).toBeTruthy()
})

test('reminders and announcements are sent, and no setting says otherwise', async () => {
  await openPage()
  await edit('Bewerbungen')
  expect(
    await section('Bewerbungen').findByText(/^Eine E-Mail-Adresse in jeder Zeile\. Höchstens einmal in der Stunde/),
  ).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/noch nicht/)
})

test('the periods of a confirmation must fit each other', async () => {
  await openPage()
  await edit('Bewerbungen')
  fill(/^Erinnerung an die Bestätigung/, '3, 20')
  save()
  const refusal = 'Bitte höchstens 14 Tage: So lange gilt der Bestätigungslink.'
  expect(await screen.findByRole('button', { name: `Erinnerung an die Bestätigung: ${refusal}` })).toBeTruthy()
  fill(/^Gültigkeit des Bestätigungslinks/, '20')
  save()
  expect(await section('Bewerbungen').findByText('3 und 20 Tage')).toBeTruthy()
})

test('periods of retention go back to the usual ones', async () => {
  await openPage('admin', '#aufbewahrung')
  const retention = section('Aufbewahrung')
  expect(retention.getByText(/Nach diesen Fristen wird nachts automatisch gelöscht/)).toBeTruthy()
  expect(
    retention.getByRole('row', {
      name: 'Krankmeldungen 1 Jahr Ab dem Ende ihres Schuljahrs. Die Fehltage je Halbjahr bleiben.',
    }),
  ).toBeTruthy()
  // It is changed with the form's settings, and looked for here.
  expect(retention.getByRole('row', { name: /^Nie bestätigte Bewerbungen 30 Tage Ab dem Eingang/ })).toBeTruthy()
  expect(retention.queryByText(/^üblich/)).toBeNull()
  await edit('Aufbewahrung')
  const rejected = /^Abgelehnte Bewerbungen/
  const defaults = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Standardwerte' })
  expect(defaults().disabled).toBe(true)
  fill(rejected, 'viele')
  save()
  expect(await screen.findByRole('button', { name: 'Abgelehnte Bewerbungen: Bitte nur Zahlen angeben.' })).toBeTruthy()
  fill(rejected, '12')
  save()
  expect(
    await retention.findByRole('row', { name: /^Abgelehnte Bewerbungen 12 Monate\s*üblich: 6 Monate/ }),
  ).toBeTruthy()
  await edit('Aufbewahrung')
  fireEvent.click(defaults())
  expect(field(rejected).value).toBe('6')
  press('Abbrechen')
  fireEvent.click(await screen.findByRole('button', { name: 'Verwerfen' }))
  expect(await retention.findByText('12 Monate', { exact: false })).toBeTruthy()
})

test.each(['teacher_level_1', 'viewer'] as const)('%s has no settings', async (role) => {
  await openPage(role)
  expect(screen.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /bearbeiten$/ })).toBeNull()
})

test('only an admin is offered to add a school', async () => {
  await openPage('schooladmin')
  // Nobody needs a list of the one school.
  expect(screen.queryByRole('region', { name: 'Schulen' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Schule anlegen' })).toBeNull()
})
