import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { USUAL_LIST_COLUMNS } from '#contract/pupils/pupil-list-columns.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { SAVED_VIEW_TEXTS, type SavedView, savedViewEndpoints } from '#contract/savedviews/savedviews.ts'
import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { closeApp } from '#web/app.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { child, detailsForAll, openPupil, openPupils, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const names = () => textsOf(screen.queryAllByRole('rowheader'))
const table = async () => within(await screen.findByRole('table', { name: 'Schülerinnen und Schüler' }))
const button = (name: string | RegExp) => screen.findByRole('button', { name })
/** A filter, not the head of the column of that name. */
const chip = (name: string) => screen.findByRole('button', { name, expanded: false })
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent

test('who calls is found by the number and called back, by keys alone', async () => {
  const keys = userEvent.setup()
  await openPupils(pupilServer('schooladmin', [child(1, 'Bode'), child(6, 'Kern')]))
  await waitFor(() => expect(names()).toEqual(['Bode, Ida', 'Kern, Ida']))
  await keys.keyboard('/28817386')
  await waitFor(() => expect(names()).toEqual(['Kern, Ida']))
  await keys.keyboard('{ArrowDown} ')
  const dialog = within(await screen.findByRole('dialog', { name: 'Ida Kern' }))
  const number = await dialog.findByRole('link', { name: /0152 28817386/ })
  await waitFor(() => expect(document.activeElement).toBe(number))
  expect(number.getAttribute('href')).toBe('tel:+4915228817386')
  expect(dialog.getAllByText('Anna Kern').length).toBeGreaterThan(0)
  expect(dialog.getByText(/Dorfstraße 12a/)).toBeTruthy()
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Kern, Ida'))
  await keys.keyboard('{Enter}')
  await waitFor(async () => expect(await title()).toContain('Ida Kern'))
})

test('another spelling than what was typed says that it is alike', async () => {
  const server = pupilServer('schooladmin', [])
  const data = [child(1, 'Müller'), child(2, 'Muller')]
  server.on(pupilEndpoints.list, () => ({ data, total: 2, page: 1, per_page: 10 }))
  await openPupils(server, '?search=müller')
  expect((await screen.findByRole('row', { name: /Muller/ })).textContent).toContain('ähnlich')
  expect(screen.getByRole('row', { name: /Müller/ }).textContent).not.toContain('ähnlich')
})

test('what a search has found is marked in the name, whatever the umlaut', async () => {
  const server = pupilServer('schooladmin', [])
  server.on(pupilEndpoints.list, () => ({ data: [child(1, 'Müller')], total: 1, page: 1, per_page: 10 }))
  for (const search of ['mueller', 'muller', 'Müller']) {
    await openPupils(server, `?search=${encodeURIComponent(search)}`)
    await waitFor(() => expect(names()).toEqual([search === 'muller' ? 'Müller, Ida ähnlich' : 'Müller, Ida']))
    const mark = screen.getByRole('rowheader').querySelector('mark')
    expect(mark?.textContent).toBe('Müller')
    await closeApp()
  }
})

/** Stores views as the server does, by their names. */
const serverWithViews = () => {
  const views: SavedView[] = []
  const server = pupilServer('schooladmin', [child(1, 'Bode')])
  server.on(savedViewEndpoints.list, () => views)
  server.on(savedViewEndpoints.add, ({ body: { name, query } }) => {
    const before = views.findIndex((view) => view.name === name)
    views.splice(before < 0 ? views.length : before, before < 0 ? 0 : 1, {
      shared: false,
      is_own: true,
      id: 4,
      name,
      query,
    })
    return { id: 4, message: before < 0 ? SAVED_VIEW_TEXTS.kept(name) : SAVED_VIEW_TEXTS.replaced(name) }
  })
  server.on(savedViewEndpoints.remove, () => {
    const gone = views.pop()
    return { message: `Ansicht „${gone?.name}“ ist vergessen.` }
  })
  return { server, views }
}

const choose = async (name: string) => userEvent.click(await screen.findByRole('menuitem', { name }))
const openViews = async (name: string) => userEvent.click(await button(name))

test('filters are kept as a view, shown again, replaced, and forgotten with a way back', async () => {
  const { server, views } = serverWithViews()
  await openPupils(server, '?birth_month=3')
  await openViews('Ansichten')
  await choose('Ansicht merken …')
  await userEvent.type(await screen.findByLabelText('Name der Ansicht'), 'Geburtstage{Enter}')
  await button('Ansicht: Geburtstage')
  expect(views).toMatchObject([{ id: 4, name: 'Geburtstage', query: 'birth_month=3' }])

  await userEvent.click((await table()).getByRole('button', { name: 'Klasse' }))
  await button('Ansichten')
  await closeApp()
  await openPupils(server)
  await openViews('Ansichten')
  await choose('Geburtstage')
  await waitFor(() => expect(window.location.search).toContain('birth_month=3'))
  await userEvent.click((await table()).getByRole('button', { name: 'Geb. (Alter)' }))
  await openViews('Ansichten')
  await choose('„Geburtstage“ durch diese ersetzen')
  await openViews('Ansicht: Geburtstage')
  expect(views).toMatchObject([{ id: 4, name: 'Geburtstage', query: 'birth_month=3&sort=birthdate' }])
  await choose('„Geburtstage“ vergessen')
  expect(await screen.findByText('Ansicht „Geburtstage“ ist vergessen.')).toBeTruthy()
  await button('Ansichten')
  const undos = await screen.findAllByRole('button', { name: 'Rückgängig' })
  await userEvent.click(undos[0] as HTMLElement)
  await button('Ansicht: Geburtstage')
  expect(views).toHaveLength(1)
})

test('a viewer sees name, class and gender, and is told so when a number finds nobody', async () => {
  const { birthdate: _, ...row } = child(1, 'Bode')
  const server = pupilServer('viewer', [row])
  server.on(pupilDetailsEndpoints.get, () => detailsForAll(row))
  await openPupils(server)
  await waitFor(() => expect(names()).toEqual(['Bode, Ida']))
  const heads = (await table()).getAllByRole('columnheader')
  expect(textsOf(heads)).toEqual(['Name', 'Klasse', 'Stufe', 'Geschlecht'])
  expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Name, Klasse …')
  await userEvent.type(screen.getByRole('searchbox'), '030231')
  expect(await screen.findByText('Keine Treffer für „030231“.')).toBeTruthy()
})

test('the page of a child has for a viewer neither birth date nor contacts, notes, history or buttons', async () => {
  const row = child(1, 'Bode')
  const server = pupilServer('viewer', [row])
  server.on(pupilDetailsEndpoints.get, () => detailsForAll(row))
  await openPupil(server, 1)
  expect(await screen.findByRole('heading', { name: 'Person' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Person' })).getByText('weiblich')).toBeTruthy()
  expect(screen.queryByText('Geburtsdatum')).toBeNull()
  for (const name of ['Sorgeberechtigte & Kontakte', 'Notizen', 'Verlauf', 'Anschrift & Kontakt', 'Bemerkung'])
    expect(screen.queryByRole('region', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: /bearbeiten|Weitere Aktionen|Abgang/i })).toBeNull()
})

const CLASS_2A: Schoolclass = {
  ...{ id: 1, description: 'a', classgradePlain: '2a', room: 'R 12', capacity: 24, pupil_count: 1, version: 1 },
  schoolgrade: { id: 2, grade: 2 },
  schoolgrade_to: null,
  school_year: { id: 1, name: '2026/2027', state: 'active' },
  responsible_teachers: [{ id: 4, name: 'Änne Ziegler', short_name: 'Zi' }],
  assigned_employees: [],
}

test('a viewer learns of a child who leads the class, where it is, and when the child is away', async () => {
  const row = child(1, 'Bode')
  const server = pupilServer('viewer', [row])
  server.on(pupilDetailsEndpoints.get, () => detailsForAll(row))
  server.on(schoolclassEndpoints.list, () => [CLASS_2A])
  server.on(sicknoteEndpoints.list, () => [])
  await openPupil(server, 1)
  const person = within(await screen.findByRole('region', { name: 'Person' }))
  expect(await person.findByText('Änne Ziegler')).toBeTruthy()
  expect(person.getByText('R 12')).toBeTruthy()
  const away = within(await screen.findByRole('region', { name: 'Abwesenheit' }))
  expect(await away.findByText('nicht abgemeldet')).toBeTruthy()
})

test('a teacher without a class is told so', async () => {
  await openPupils(pupilServer('teacher_level_1', []))
  expect(await screen.findByText('Ihnen ist noch keine Klasse zugeordnet.')).toBeTruthy()
})

test.each(['1', '999999', 'mia'])('the unknown child %s is a page not found', async (id) => {
  const server = pupilServer('teacher_level_1', [])
  server.on(pupilDetailsEndpoints.get, () => json(404, { message: 'Nicht gefunden.' }))
  await openPupil(server, id)
  await waitFor(async () => expect(await title()).toBe('Seite nicht gefunden'))
})

test('a page past the end is the last page', async () => {
  const server = pupilServer('schooladmin', [])
  server.on(pupilEndpoints.list, ({ query: { page } }) => {
    return { data: page === 2 ? [child(11, 'Kern')] : [], total: 11, page, per_page: 10 }
  })
  await openPupils(server, '?page=999')
  await waitFor(() => expect(names()).toEqual(['Kern, Ida']))
  expect(screen.getByText('11–11 von 11')).toBeTruthy()
})

test('the girls of grade 2 are an Excel file after four presses, and no menu stays open', async () => {
  const server = pupilServer('schooladmin', [child(1, 'Bode'), child(6, 'Kern')])
  server.on(pupilEndpoints.ids, () => ({ ids: [1, 6] }))
  server.on(pupilExportEndpoints.create, () => json(500, { message: 'Kein Platz.' }))
  await openPupils(server)
  await waitFor(() => expect(names()).toHaveLength(2))
  await userEvent.click(await chip('Stufe'))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Klassenstufe 2' }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await userEvent.click(await button('weiblich'))
  expect((await button('weiblich')).ariaPressed).toBe('true')
  await userEvent.click(await button('Excel'))
  const asked = await waitFor(() => server.sentTo(pupilEndpoints.ids).at(-1)?.search)
  expect(asked).toContain('schoolgrade=2')
  expect(asked).toContain('gender=f')
  await waitFor(() => expect(server.bodiesOf(pupilExportEndpoints.create)).toHaveLength(1))
  expect(server.bodiesOf(pupilExportEndpoints.create)).toMatchObject([
    { format: 'xlsx', ids: [1, 6], columns: [...USUAL_LIST_COLUMNS] },
  ])
  // Its alert: nothing was saved.
  expect(await screen.findByText('Kein Platz.')).toBeTruthy()
})

test('columns that the address names are shown, asked for, and in the Excel file', async () => {
  const server = pupilServer('schooladmin', [])
  server.on(pupilEndpoints.list, () => {
    const listed = { columns: ['swim_level'], values: '[["bronze"]]' }
    return { data: [child(1, 'Bode')], total: 1, page: 1, per_page: 10, listed }
  })
  server.on(pupilEndpoints.ids, () => ({ ids: [1] }))
  server.on(pupilExportEndpoints.create, () => json(500, { message: 'Kein Platz.' }))
  await openPupils(server, '?columns=schoolclass,swim_level')
  await waitFor(() => expect(names()).toEqual(['Bode, Ida']))
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Name', 'Klasse', 'Schwimmerlaubnis', 'Kontakt'])
  expect(screen.getByRole('cell', { name: 'Bronze' })).toBeTruthy()
  expect(server.sentTo(pupilEndpoints.list).at(-1)?.search).toContain('columns=swim_level')
  await userEvent.click(await button('Excel'))
  await waitFor(() => expect(server.bodiesOf(pupilExportEndpoints.create)).toHaveLength(1))
  expect(server.bodiesOf(pupilExportEndpoints.create)).toMatchObject([
    { columns: ['Nachname', 'Namensvorsatz', 'Vorname', 'Klasse'], fields: ['swim_level'] },
  ])
})

test('a menu of filters stays open for several choices: with Strg, and once something is chosen', async () => {
  const server = pupilServer('schooladmin', [child(1, 'Bode')])
  await openPupils(server)
  const user = userEvent.setup()
  await user.click(await chip('Status'))
  await user.keyboard('{Control>}')
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'aktiv' }))
  await user.keyboard('{/Control}')
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'künftig' }))
  expect(screen.getByRole('menu')).toBeTruthy()
  expect((await button(/^Status: /)).textContent).toBe('Status: künftig, aktiv')
})

test('nobody exports who may not, and a gender takes itself away again', async () => {
  await openPupils(pupilServer('viewer', [child(1, 'Bode')]))
  await waitFor(() => expect(names()).toEqual(['Bode, Ida']))
  expect(screen.queryByRole('button', { name: 'Excel' })).toBeNull()
  await userEvent.click(await button('männlich'))
  await waitFor(() => expect(window.location.search).toBe('?gender=m'))
  await userEvent.click(await button('männlich'))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('as many rows as were chosen last are asked for at the next visit', async () => {
  const asked: unknown[] = []
  const visit = async () => {
    const server = pupilServer('schooladmin', [])
    server.on(pupilEndpoints.list, ({ query }) => {
      asked.push(query.per_page)
      return { data: [child(1, 'Kern')], total: 60, page: 1, per_page: query.per_page }
    })
    await openPupils(server)
    return screen.findByLabelText<HTMLSelectElement>('Zeilen pro Seite')
  }
  expect((await visit()).value).toBe('10')
  await userEvent.selectOptions(screen.getByLabelText('Zeilen pro Seite'), '20')
  await waitFor(() => expect(asked).toEqual([10, 20]))
  // The browser stays, only the page is left: closing the app clears what it has stored.
  const key = 'schulhof-rows-pupils'
  const stored = localStorage.getItem(key) ?? ''
  await closeApp()
  localStorage.setItem(key, stored)
  expect((await visit()).value).toBe('20')
  expect(window.location.search).toBe('')
  expect(asked.at(-1)).toBe(20)
})
