import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { closeApp, openApp, page } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const grade = (id: number) => ({ id, grade: id, name: `Klassenstufe ${id}` })
const YEAR = { id: 1, name: '2026/2027', state: 'active' as const }
const classIn = (id: number, name: string, grades: readonly [number, number?]) => ({
  ...{ id, description: name, classgradePlain: name, schoolgrade: grade(grades[0]), school_year: YEAR, version: 1 },
  ...{ schoolgrade_to: grades[1] === undefined ? null : grade(grades[1]), pupil_count: 3, capacity: 24, room: null },
  ...{ responsible_teachers: [], assigned_employees: [] },
})

const openForm = async () => {
  const server = pupilServer('schooladmin', [])
  const grades = [1, 2, 3].map(grade)
  server.on(pupilEndpoints.formOptions, () => ({ schoolclasses: [], schoolgrades: grades, schoolyears: [] }))
  const year = { ...YEAR, date_start: '2026-08-01', date_end: '2027-07-31' }
  server.on(schoolclassEndpoints.formOptions, () => ({ schoolyears: [year], schoolgrades: grades, employees: [] }))
  server.on(schoolclassEndpoints.list, () => [classIn(7, '3a', [3]), classIn(8, '1/2 Füchse', [1, 2])])
  server.on(pupilChangeEndpoints.findDuplicates, () => ({ exact: [], likely: [] }))
  server.on(pupilChangeEndpoints.add, () => ({ id: 5, message: 'Angelegt.' }))
  await openApp(paths.newPupil, server)
  await page('Schüler/in anlegen')
  return server
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const at = (id: string) => document.getElementById(id) as HTMLInputElement
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Anlegen' }))
const summary = () => within(screen.getByRole('alert'))

test('a class brings its grade; another grade takes the class away, and a mixed-age group leaves the grade open', async () => {
  await openForm()
  await screen.findByRole('option', { name: '3a (3 von 24)' })
  const [schoolclass, gradeField] = [field('Klasse'), field('Klassenstufe')]
  await userEvent.selectOptions(schoolclass, '3a (3 von 24)')
  expect(gradeField.value).toBe('3')
  await userEvent.selectOptions(schoolclass, '1/2 Füchse (3 von 24)')
  expect(gradeField.value).toBe('')
  await userEvent.selectOptions(gradeField, 'Klassenstufe 2')
  expect(schoolclass.value).toBe('8')
  await userEvent.selectOptions(gradeField, 'Klassenstufe 3')
  expect(schoolclass.value).toBe('')
})

test('a refused date stays in the summary until it can be read, whatever is typed meanwhile', async () => {
  await openForm()
  await userEvent.type(at('birthdate'), '31.02.2018')
  await submit()
  expect(summary().getByRole('button', { name: /^Geburtsdatum/ })).toBeTruthy()
  await userEvent.clear(at('birthdate'))
  await userEvent.type(at('birthdate'), '30.02.2018')
  await userEvent.tab()
  expect(summary().getByRole('button', { name: /^Geburtsdatum/ })).toBeTruthy()
  await userEvent.clear(at('birthdate'))
  await userEvent.type(at('birthdate'), '28.02.2018')
  await userEvent.tab()
  await waitFor(() => expect(summary().queryByRole('button', { name: /^Geburtsdatum/ })).toBeNull())
})

test('what is wrong with the second person is said at her fields, also when she is the only one', async () => {
  const server = await openForm()
  await userEvent.type(at('firstname'), 'Pia')
  await userEvent.type(at('lastname'), 'Winter')
  await userEvent.selectOptions(field('Geschlecht'), 'weiblich')
  await userEvent.type(at('birthdate'), '28.02.2018')
  await userEvent.selectOptions(field('Klassenstufe'), 'Klassenstufe 2')
  await userEvent.click(screen.getByRole('button', { name: 'Zweite Person' }))
  expect(document.activeElement).toBe(at('guardians.1.firstname'))
  await userEvent.keyboard('Emil')
  await submit()
  const lacks = summary()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(lacks).toEqual([
    expect.stringMatching(/^Zweite Person, Nachname/),
    expect.stringMatching(/^Zweite Person, Bez/),
  ])
  await userEvent.type(at('guardians.1.lastname'), 'Winter')
  await userEvent.selectOptions(at('guardians.1.relationship'), 'Vater')
  await submit()
  await waitFor(() => expect(server.bodiesOf(pupilChangeEndpoints.add)).toHaveLength(1))
  expect(server.bodiesOf(pupilChangeEndpoints.add)[0]).toMatchObject({
    guardians: [{ firstname: 'Emil', lastname: 'Winter', relationship: 'father' }],
  })
})
