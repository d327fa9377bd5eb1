import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { EMPLOYEE_TEXTS, type EmployeeDetails, employeeEndpoints } from '#contract/employees/employees.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answer, refuseField } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'
import { employeeServer, LEADER, VERA } from './employee.test-data.ts'

afterEach(closeApp)

const OFFICE: EmployeeDetails = {
  ...VERA,
  ...{
    id: 9,
    firstname: 'Olga',
    lastname: 'Zott',
    short_name: 'Ot',
    mail: 'ott@example.org',
    employee_type: 'secretary',
  },
}
const INVITED: EmployeeDetails = {
  ...VERA,
  ...{ id: 10, firstname: 'Ida', lastname: 'Imhof', short_name: 'Im', mail: 'imhof@example.org' },
  account: {
    state: 'invited',
    user_id: 70,
    email: 'imhof@example.org',
    role: 'viewer',
    invitation: 'expired',
    unreachable: null,
  },
}
const GONE: EmployeeDetails = { ...VERA, id: 11, lastname: 'Weg', short_name: 'We', active: false }

/** What was sent, in order; `refuse` answers in place of the server. */
const open = async (refuse: (id: number, time: number) => Response | undefined = () => undefined) => {
  const server = employeeServer(VERA, LEADER, OFFICE, INVITED, GONE)
  const sent: [number, unknown][] = []
  const answers = [
    ...server.answers,
    answer(employeeEndpoints.invite, ({ params, body }) => {
      const id = Number(params.id)
      sent.push([id, body.role])
      return refuse(id, sent.length) ?? { id: 100 + id, message: 'Das Konto ist angelegt.' }
    }),
    answer(userEndpoints.invite, ({ params }) => {
      sent.push([Number(params.id), 'again'])
      return { message: 'Die Einladung ist unterwegs.' }
    }),
  ]
  await openApp('/admin/mitarbeiter', serverFor('admin', answers))
  await page(/^Mitarbeitende/)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Kollegium einladen' }))
  return { user, sent, dialog: within(await screen.findByRole('dialog', { name: 'Kollegium einladen' })) }
}

test('everybody without a login is invited at once, each with the usual role; who has no address is named', async () => {
  const { user, sent, dialog } = await open()
  const fresh = within(dialog.getByRole('region', { name: 'Noch kein Konto' }))
  expect(fresh.getAllByRole('checkbox')).toHaveLength(2)
  expect(dialog.getByRole('link', { name: 'Lena Lehmann' })).toBeTruthy()
  // What the office may do is said, and nothing of a teacher.
  expect(dialog.getAllByText('Bearbeitet alles an der eigenen Schule. Auch für das Sekretariat.')).toHaveLength(1)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Rolle: Vera Voigt' }), 'Schulleitung')
  expect(dialog.getAllByText('Bearbeitet alles an der eigenen Schule. Auch für das Sekretariat.')).toHaveLength(2)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Rolle: Vera Voigt' }), 'Lehrer Level 1')
  expect(dialog.queryByText(/Weg/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: '3 Personen einladen' }))
  expect(await alertWith('3 Personen sind eingeladen.')).toBeTruthy()
  expect(sent).toEqual([
    [9, 'schooladmin'],
    [7, 'teacher_level_1'],
    [70, 'again'],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('one choice gives all new accounts the same role', async () => {
  const { user, sent, dialog } = await open()
  const all = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Rolle für alle ohne Konto' })
  expect(all.selectedOptions[0]?.text).toBe('verschiedene Rollen')
  await user.selectOptions(all, 'Betrachter')
  expect(all.selectedOptions[0]?.text).toBe('Betrachter')
  await user.click(dialog.getByRole('button', { name: '3 Personen einladen' }))
  await alertWith('3 Personen sind eingeladen.')
  expect(sent).toEqual([
    [9, 'viewer'],
    [7, 'viewer'],
    [70, 'again'],
  ])
})

test('a refusal stands at its person, the others are invited, and only the refused one is tried again', async () => {
  const { user, sent, dialog } = await open((id, time) =>
    id === 9 && time < 4 ? refuseField('mail', EMPLOYEE_TEXTS.hasAccount) : undefined,
  )
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Rolle: Vera Voigt' }), 'Betrachter')
  await user.click(dialog.getByRole('button', { name: '3 Personen einladen' }))
  expect(await dialog.findByText(EMPLOYEE_TEXTS.hasAccount)).toBeTruthy()
  const outcome = dialog.getByText(/^2 eingeladen, 1 nicht:/)
  expect(document.activeElement).toBe(outcome)
  expect(dialog.getByRole('heading', { name: 'Noch kein Konto (1)' })).toBeTruthy()
  expect(dialog.getByText('eingeladen als Betrachter')).toBeTruthy()
  await user.click(within(outcome).getByRole('button', { name: 'Zott, Olga' }))
  expect(document.activeElement).toBe(dialog.getByRole('checkbox', { name: 'Zott, Olga' }))
  await user.click(await dialog.findByRole('button', { name: '1 Person einladen' }))
  expect(await alertWith('1 Person ist eingeladen.')).toBeTruthy()
  expect(sent).toEqual([
    [9, 'schooladmin'],
    [7, 'viewer'],
    [70, 'again'],
    [9, 'schooladmin'],
  ])
})

test('a failure that is about no single person stops it, and says who is still open', async () => {
  const { user, sent, dialog } = await open((id) => (id === 7 ? json(500, { message: '' }) : undefined))
  await user.click(dialog.getByRole('button', { name: '3 Personen einladen' }))
  expect(await dialog.findByText(/ein neuer Versuch lädt niemanden doppelt ein/)).toBeTruthy()
  expect(sent).toEqual([
    [9, 'schooladmin'],
    [7, 'teacher_level_1'],
  ])
  expect(dialog.getByRole('button', { name: '2 Personen einladen' })).toBeTruthy()
  expect(dialog.getByText('eingeladen als Schulleitung')).toBeTruthy()
})
