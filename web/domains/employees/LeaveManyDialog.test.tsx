import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { EMPLOYEE_TEXTS, type ExitPreview, employeeEndpoints } from '#contract/employees/employees.ts'
import { alertWith, closeApp, openApp, page, press, serverFor } from '#web/app.test-data.ts'
import { answer, refuseField } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { employeeServer, LEADER, VERA } from './employee.test-data.ts'

afterEach(closeApp)

const OWN = { ...VERA, id: 9, firstname: 'Olga', lastname: 'Ott', short_name: 'Ot' }
const PREVIEWS: Record<number, Omit<ExitPreview, 'id' | 'firstname' | 'lastname'>> = {
  7: { refusal: null, functions: [], account: 'ends' },
  8: {
    refusal: null,
    functions: [{ classgradePlain: '4a', school_year: '2026/2027', function: 'responsible' }],
    account: 'none',
  },
  9: { refusal: EMPLOYEE_TEXTS.exitOfOwn, functions: [], account: 'stays' },
}
const PEOPLE = [VERA, LEADER, OWN]

/** The exits that were sent, in order; `refuse` answers in place of the server. */
const open = async (refuse: (id: number, time: number) => Response | undefined = () => undefined) => {
  const sent: [number, string | null][] = []
  const previewed: (string | undefined)[] = []
  const answers = [
    answer(employeeEndpoints.previewExits, ({ body }) => {
      previewed.push(body.date_exit)
      if (body.date_exit === '2026-01-01') return refuseField('date_exit', EMPLOYEE_TEXTS.exitsInPast)
      const people = PEOPLE.filter(({ id }) => body.ids.includes(id)).map(({ id, firstname, lastname }) => ({
        ...{ id, firstname, lastname },
        ...(PREVIEWS[id] as (typeof PREVIEWS)[number]),
      }))
      return { date_exit: body.date_exit ?? '2027-07-31', people }
    }),
    answer(employeeEndpoints.leave, ({ params, body }) => {
      sent.push([Number(params.id), body.date_exit])
      return refuse(Number(params.id), sent.length) ?? { message: 'Eingetragen.' }
    }),
    // The first answer to a call counts.
    ...employeeServer(...PEOPLE).answers,
  ]
  await openApp('/admin/mitarbeiter', serverFor('admin', answers))
  await page(/^Mitarbeitende/)
  const user = userEvent.setup()
  for (const name of ['Vera Voigt', 'Lena Lehmann', 'Olga Ott'])
    await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }))
  await user.click(screen.getByRole('button', { name: 'Abgang eintragen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Abgang eintragen' }))
  await dialog.findByText('Ott, Olga')
  return { user, sent, previewed, dialog }
}

test('each says what ends, who cannot leave is named, and the way back takes all exits back', async () => {
  const { user, sent, dialog } = await open()
  expect(dialog.getByRole('textbox', { name: 'Letzter Tag an der Schule' })).toHaveProperty('value', '31.07.2027')
  expect(dialog.getByText(EMPLOYEE_TEXTS.exitOfOwn)).toBeTruthy()
  expect(dialog.getByText('4a endet (Klassenleitung, 2026/2027)')).toBeTruthy()
  expect(dialog.getByText('Das Konto wird nach dem 31.07.2027 geschlossen.')).toBeTruthy()
  expect(dialog.getByText('Bitte tragen Sie für 4a rechtzeitig eine andere Klassenleitung ein.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Abgang von 2 Personen eintragen' }))
  expect(await alertWith('Der Abgang von 2 Personen zum 31.07.2027 ist eingetragen.')).toBeTruthy()
  expect(sent.splice(0)).toEqual([
    [7, '2027-07-31'],
    [8, '2027-07-31'],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Only the one who could not leave is still chosen.
  expect(screen.getByText('1 ausgewählt')).toBeTruthy()
  press('z', { ctrlKey: true })
  expect(await alertWith('Der Abgang von 2 Personen ist zurückgenommen.')).toBeTruthy()
  expect(sent).toEqual([
    [7, null],
    [8, null],
  ])
})

test('another day is previewed anew, and one in the past is refused', async () => {
  const { previewed, dialog } = await open()
  const field = dialog.getByRole('textbox', { name: 'Letzter Tag an der Schule' })
  fireEvent.change(field, { target: { value: '01.01.2026' } })
  fireEvent.blur(field)
  expect(await dialog.findByText(EMPLOYEE_TEXTS.exitsInPast)).toBeTruthy()
  expect(dialog.getByRole('button', { name: /eintragen$/ })).toHaveProperty('disabled', true)
  fireEvent.change(field, { target: { value: '31.01.2027' } })
  fireEvent.blur(field)
  expect(await dialog.findByText('Das Konto wird nach dem 31.01.2027 geschlossen.')).toBeTruthy()
  expect(previewed.at(-1)).toBe('2027-01-31')
})

test('a refusal stands at its person, and only this one is tried again', async () => {
  const { user, sent, dialog } = await open((id, time) =>
    id === 7 && time === 1 ? refuseField('date_exit', EMPLOYEE_TEXTS.closingDecided) : undefined,
  )
  await user.click(dialog.getByRole('button', { name: 'Abgang von 2 Personen eintragen' }))
  expect(await dialog.findByText(EMPLOYEE_TEXTS.closingDecided)).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'Abgang von 1 Person eintragen' }))
  expect(await alertWith('Der Abgang von 2 Personen zum 31.07.2027 ist eingetragen.')).toBeTruthy()
  expect(sent.map(([id]) => id)).toEqual([7, 8, 7])
})

test('a lost connection stops it, and what is entered already is reported when the dialog closes', async () => {
  const { user, sent, dialog } = await open((id) => (id === 8 ? json(500, { message: '' }) : undefined))
  await user.click(dialog.getByRole('button', { name: 'Abgang von 2 Personen eintragen' }))
  expect(await dialog.findByText(/ein neuer Versuch trägt niemanden doppelt ein/)).toBeTruthy()
  expect(dialog.getByText('eingetragen')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Abbrechen' }))
  expect(await alertWith('Der Abgang von 1 Person zum 31.07.2027 ist eingetragen.')).toBeTruthy()
  expect(sent.map(([id]) => id)).toEqual([7, 8])
})
