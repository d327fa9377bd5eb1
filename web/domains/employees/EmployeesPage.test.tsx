import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { alertWith, closeApp, openApp, page, questionIsOver, serverFor } from '#web/app.test-data.ts'
import { employeeServer, LEADER, VERA } from './employee.test-data.ts'

afterEach(closeApp)

const open = async () => {
  const server = employeeServer(VERA, LEADER)
  await openApp('/admin/mitarbeiter', serverFor('admin', server.answers))
  await page(/^Mitarbeitende/)
  await screen.findByRole('link', { name: 'Voigt, Vera' })
  return server
}
const rowOf = (name: string) => screen.queryByRole('row', { name: new RegExp(name) })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const heading = (text: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text))

test('somebody is deleted after the question of the spec and comes back, by keys alone', async () => {
  const user = userEvent.setup()
  await open()
  screen.getByRole('button', { name: 'Aktionen: Vera Voigt' }).focus()
  await user.keyboard('{Enter}')
  const remove = await screen.findByRole('menuitem', { name: 'Löschen' })
  while (document.activeElement !== remove) await user.keyboard('{ArrowDown}')
  await user.keyboard('{Enter}')
  const question = await dialog('Wirklich löschen?')
  expect(question.getByText('Wollen Sie diesen Mitarbeiter wirklich löschen?')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: 'Abbrechen' })))
  await user.keyboard('{Tab}{Enter}')
  await waitFor(() => expect(rowOf('Voigt')).toBeNull())
  expect(await alertWith('Vera Voigt ist gelöscht.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(rowOf('Voigt')).not.toBeNull())
})

test('somebody with classes is not deleted, and the answer says which', async () => {
  const user = userEvent.setup()
  await open()
  await user.click(screen.getByRole('button', { name: 'Aktionen: Lena Lehmann' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Löschen' }))
  const question = await dialog('Wirklich löschen?')
  expect(question.getByText(/^Klassenleitung: 4a\./)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Löschen' }))
  const refusal = await dialog('Fehler')
  expect(refusal.getByText(/^Diese Person ist noch zugeordnet: 4a\./)).toBeTruthy()
  await user.click(refusal.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(rowOf('Lehmann')).not.toBeNull()
})

test('what is wrong stands beside its field, and Escape asks before it is lost', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Mitarbeitende anlegen' }))
  const form = await dialog('Mitarbeitende anlegen')
  const field = (name: string) => form.getByRole<HTMLInputElement>('textbox', { name })
  const fill = (name: string, value: string) => {
    fireEvent.change(field(name), { target: { value } })
    fireEvent.blur(field(name))
  }
  const send = () => fireEvent.click(form.getByRole('button', { name: 'Anlegen' }))
  const isWrong = async (name: string, text: RegExp) => {
    expect((await form.findAllByText(text)).length).toBeGreaterThan(0)
    const ids = (field(name).getAttribute('aria-describedby') ?? '').split(' ')
    expect(ids.map((id) => document.getElementById(id)?.textContent).join(' ')).toMatch(text)
  }
  send()
  expect(await form.findByText('Bitte prüfen Sie 3 Angaben:')).toBeTruthy()
  fill('Vorname', 'Ida')
  fill('Nachname', 'Wald')
  fill('Kürzel', VERA.short_name)
  fill('Telefon (optional)', '12')
  send()
  await isWrong('Telefon (optional)', /mindestens 6 Ziffern/)
  fill('Telefon (optional)', '030 23125-334')
  fill('Masernnachweis gesehen am (optional)', '21.11.2026')
  send()
  await isWrong('Masernnachweis gesehen am (optional)', /in der Zukunft/)
  fill('Masernnachweis gesehen am (optional)', '20.11.2026')
  send()
  await isWrong('Kürzel', /an der Schule schon vergeben/)
  field('Vorname').focus()
  await userEvent.keyboard('{Escape}')
  const question = await dialog('Ungespeicherte Änderungen')
  fireEvent.click(question.getByRole('button', { name: 'Weiter bearbeiten' }))
  await questionIsOver()
  expect(field('Vorname').value).toBe('Ida')
  fireEvent.click(form.getByRole('button', { name: 'Abbrechen' }))
  fireEvent.click((await dialog('Ungespeicherte Änderungen')).getByRole('button', { name: 'Verwerfen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('search and filters stand in the address', async () => {
  const user = userEvent.setup()
  await open()
  const search = screen.getByRole('searchbox', { name: 'Mitarbeitende suchen' })
  for (const words of ['vera voigt', 'Vo', 'voigt@example.org']) {
    fireEvent.change(search, { target: { value: words } })
    await heading('Mitarbeitende 1')
    expect(rowOf('Voigt')).not.toBeNull()
  }
  await user.click(screen.getByRole('button', { name: /^Tätigkeit/, expanded: false }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Sekretariat' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(rowOf('Voigt')).toBeNull())
  expect(window.location.search).toMatch(/type=secretary/)
  await user.click(screen.getByRole('button', { name: 'Tätigkeit: Sekretariat' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Lehrkraft' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(rowOf('Voigt')).not.toBeNull())
})

test.each(['teacher_level_1', 'viewer', null] as const)('%s does not see who works here', async (role) => {
  await openApp('/admin/mitarbeiter', serverFor(role, employeeServer(VERA).answers))
  await page(/^Mitarbeitende/)
  expect(screen.getByText(/Dafür fehlt Ihnen die Berechtigung „Mitarbeitende bearbeiten“/)).toBeTruthy()
  expect(rowOf('Voigt')).toBeNull()
})

test('who has no account is invited from the row, where there is an address to write to', async () => {
  await open()
  expect(rowOf('Lehmann')?.textContent).toContain('kein Login')
  expect(screen.queryByRole('button', { name: 'Einladen: Lena Lehmann' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Einladen: Vera Voigt' }))
  const form = await dialog('Konto anlegen und einladen')
  expect(form.getByText('voigt@example.org')).toBeTruthy()
})

test.each([
  [['1a', '1b', '2a', '2b', '3a'], ['1a', '1b', '2a', '2b'], '3a'],
  [['1/2 Dachse', '5b', '6a'], ['1/2 Dachse', '5b'], '6a'],
  [['4a', '5b', '6a'], ['4a', '5b', '6a'], undefined],
  [['3a', '1/2 Dachse', '1/2 Eulen', '4b'], ['3a', '1/2 Dachse'], '1/2 Eulen, 4b'],
  [['Lerngruppe der Sonnenblumen', '1a'], ['Lerngruppe der Sonnenblumen'], '1a'],
])(
  'of the classes %j one line shows %j as chips, the others by number and for ears by name',
  async (names, chips, rest) => {
    const held = names.map((classgradePlain, index) => ({
      ...{ id: 50 + index, description: classgradePlain, classgradePlain, function: 'assigned' as const },
      schoolgrade: { grade: 1 },
    }))
    const server = employeeServer({ ...VERA, classes: held })
    await openApp('/admin/mitarbeiter', serverFor('admin', server.answers))
    await screen.findByRole('link', { name: 'Voigt, Vera' })
    const row = within(rowOf('Voigt') as HTMLElement)
    expect(row.getAllByRole('link', { name: /zugeordnet$/ }).map(({ textContent }) => textContent)).toEqual(chips)
    expect(row.queryByText(/^[+][0-9]$/)?.textContent).toBe(rest && `+${names.length - chips.length}`)
    if (!rest) return
    expect(row.getByTitle(rest).textContent).toContain(rest)
    const user = userEvent.setup()
    row.getByRole('button', { name: /^[+][0-9]: / }).focus()
    await user.keyboard('{Enter}')
    expect(row.getAllByRole('link', { name: /zugeordnet$/ })).toHaveLength(names.length)
    await user.keyboard('{Enter}')
    expect(row.getAllByRole('link', { name: /zugeordnet$/ })).toHaveLength(chips.length)
  },
)

test('a chip says in words that somebody leads the class', async () => {
  await open()
  expect(within(rowOf('Lehmann') as HTMLElement).getByRole('link', { name: '4a Leitung' })).toBeTruthy()
})
