import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { circularEndpoints } from '#contract/circulars/circulars.ts'
import { EMPLOYEE } from '#contract/employees/employees.test-data.ts'
import { type EmployeeRow, employeeEndpoints } from '#contract/employees/employees.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { circularDraft } from './circular-draft.ts'
import { LETTER_FRAME, newCircularValues } from './circular-values.ts'

afterEach(async () => {
  await closeApp()
  circularDraft.clear()
})

const employeeOf = (id: number, more: Partial<EmployeeRow>): EmployeeRow => ({
  ...{ ...EMPLOYEE, id, firstname: `Tina${id}`, lastname: 'Kranz', short_name: `Ti${id}` },
  ...more,
})
const classOf = (id: number, description: string, lead: 'responsible' | 'assigned' = 'responsible') => ({
  ...{ id, description, classgradePlain: `1${description}`, schoolgrade: { grade: 1 } },
  function: lead,
})
const STAFF = [
  employeeOf(1, { classes: [classOf(12, 'b'), classOf(13, 'c', 'assigned')] }),
  employeeOf(2, { classes: [classOf(11, 'a')] }),
  employeeOf(3, { employee_type: 'secretary' }),
  employeeOf(4, { employee_type: 'volunteer', active: false, date_exit: '2020-07-31' }),
]

const staffServer = () => {
  const server = serverFor('schooladmin')
  server.on(schoolclassEndpoints.list, () => [])
  server.on(employeeEndpoints.list, () => STAFF)
  return server
}

test('staff is chosen in groups with counts, and all who lead a class with one press', async () => {
  const server = staffServer()
  const asked: unknown[] = []
  server.on(circularEndpoints.plan, ({ body }) => {
    asked.push(body)
    return { readers: [{ id: 3, name: 'Tina Kranz', children: '' }], left_out: [] }
  })
  await openApp(paths.newCircular, server)
  await page('Rundmail schreiben')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Wem Sie schreiben' }), 'Kollegium')
  expect(screen.getByText('Einzelne Personen haken Sie unter „Mitarbeitende“ an.')).toBeTruthy()
  const boxesIn = async (heading: string) => {
    const group = within(await screen.findByRole('group', { name: heading }))
    return group.getAllByRole<HTMLInputElement>('checkbox').map((box) => ({ box, name: box.labels?.[0]?.textContent }))
  }
  const namesIn = async (heading: string) => (await boxesIn(heading)).map(({ name }) => name)
  expect(await namesIn('Tätigkeit')).toEqual(['Lehrkraft (2)', 'Sekretariat (1)'])
  expect(await namesIn('Klassenleitung')).toEqual(['Alle Klassenleitungen', '1a', '1b'])
  const every = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Alle Klassenleitungen' })
  await userEvent.click(every)
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ kind: 'staff', class_ids: [11, 12], employee_types: [] }))
  expect((await boxesIn('Klassenleitung')).map(({ box }) => box.checked)).toEqual([true, true, true])
  await userEvent.click(screen.getByRole('checkbox', { name: '1b' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ class_ids: [11] }))
  expect([every.checked, every.indeterminate]).toEqual([false, true])
  await userEvent.click(every)
  await userEvent.click(every)
  expect((await boxesIn('Klassenleitung')).map(({ box }) => box.checked)).toEqual([false, false, false])
})

test('a mail to staff: other choices, no placeholders about children, and the same page', async () => {
  const server = staffServer()
  const asked: unknown[] = []
  server.on(circularEndpoints.plan, ({ body }) => {
    asked.push(body)
    return {
      readers: [{ id: 3, name: 'Tina Kranz', children: '' }],
      left_out: [
        {
          ...{ pupil_id: null, guardian_id: null, registration_id: null, contact_id: null, employee_id: 9, child: '' },
          name: 'Emil Kranz',
          reason: 'unreachable' as const,
        },
      ],
    }
  })
  await openApp(paths.newCircular, server)
  await page('Rundmail schreiben')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Wem Sie schreiben' }), 'Kollegium')
  expect(screen.getByText('Wählen Sie Mitarbeitende. Dann sehen Sie, wer die E-Mail bekommt.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Platzhalter einfügen' }))
  expect((await screen.findByRole('menu')).textContent).toMatch(/^\{Anrede\}.*\{Schule\}/)
  expect(screen.getByRole('menu').textContent).not.toContain('{Kinder}')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Lehrkraft (2)' }))
  expect(await screen.findByText('1 Person bekommt sie, 1 nicht.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Wer nicht?' }))
  expect(screen.getByRole('link', { name: 'Emil Kranz' }).getAttribute('href')).toContain('/admin/mitarbeiter/9')
  await userEvent.click(screen.getByRole('checkbox', { name: /^Auch an Adressen senden/ }))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ kind: 'staff', employee_types: ['teacher'], tries_unreachable: true }),
  )
})

test('the list of staff is loaded only for a mail to staff', async () => {
  const server = staffServer()
  await openApp(paths.newCircular, server)
  await page('Rundmail schreiben')
  await screen.findByText('Wählen Sie Klassen. Dann sehen Sie, wer die E-Mail bekommt.')
  expect(server.sentTo(employeeEndpoints.list)).toHaveLength(0)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Wem Sie schreiben' }), 'Kollegium')
  await screen.findByRole('checkbox', { name: 'Lehrkraft (2)' })
  expect(server.sentTo(employeeEndpoints.list)).toHaveLength(1)
})

test('a draft goes to those who were ticked in the list, with its text, and they stay when it is discarded', async () => {
  const server = staffServer()
  const asked: unknown[] = []
  server.on(circularEndpoints.plan, ({ body }) => {
    asked.push(body)
    return { readers: [{ id: 2, name: 'Tina2 Kranz', children: '' }], left_out: [] }
  })
  const values = { ...newCircularValues('families'), class_ids: ['11'], subject: 'Konferenz', body: 'Guten Tag' }
  circularDraft.write({ owner: '7 1', values, attachments: [], audience: 'Eltern von 1a' })
  await openApp(paths.employees, server)
  await userEvent.click(await screen.findByRole('checkbox', { name: /Tina2/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Rundmail schreiben' }))
  await page('Rundmail schreiben')
  expect(screen.getByText(/Er geht jetzt an die Personen, die Sie in der Liste gewählt haben\.$/)).toBeTruthy()
  const textOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
  expect([textOf('Betreff'), textOf('Text')]).toEqual(['Konferenz', 'Guten Tag'])
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Tina2 Kranz' })).checked).toBe(true)
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ kind: 'staff', employee_ids: [2], class_ids: [] }))
  await userEvent.click(screen.getByRole('button', { name: 'Entwurf verwerfen' }))
  expect([textOf('Betreff'), textOf('Text')]).toEqual(['', LETTER_FRAME])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Tina2 Kranz' }).checked).toBe(true)
})
