import { describe, expect, it, test } from 'vitest'
import { NewEmployeeForm } from '#contract/employees/employees.ts'
import { ROLE_PERMISSIONS } from '#contract/permissions.ts'
import { EMPLOYEE_IMPORT_KEYS, EMPLOYEE_IMPORT_LABELS } from './employeeimports.columns.ts'
import { guessEmployeeColumns } from './employeeimports.guess.ts'
import { type EmployeeCells, readClassFunction, toEmployeeForm } from './employeeimports.words.ts'

const TODAY = '2026-11-20'
const read = (cells: EmployeeCells) => toEmployeeForm(cells, TODAY)

describe('headings', () => {
  it.each([
    ['Familienname', 'lastname'],
    ['Name', 'lastname'],
    ['Rufname', 'firstname'],
    ['Name, Vorname', 'whole_name'],
    ['Lehrerkürzel', 'short_name'],
    ['E-Mail dienstlich', 'mail'],
    ['Dienstliche E-Mail', 'mail'],
    ['Diensthandy', 'phone'],
    ['Dienstantritt', 'date_entry'],
    ['Funktion', 'employee_type'],
    ['Klassenlehrer/in', 'responsible'],
    ['Stellv. Klassenleitung', 'deputy'],
    ['Bezugserzieher/in', 'assigned'],
    ['Kl.', 'schoolclass'],
    ['Religion', null],
    ['Telefon privat', null],
    ['Schuhgröße', null],
  ])('%s means %s', (heading, key) => {
    expect(guessEmployeeColumns([heading], [])).toEqual([key])
  })

  it('of the program are all recognised', () => {
    const labels = EMPLOYEE_IMPORT_KEYS.map((key) => EMPLOYEE_IMPORT_LABELS[key])
    expect(guessEmployeeColumns(labels, [])).toEqual(EMPLOYEE_IMPORT_KEYS)
  })

  it('give no meaning twice', () => {
    expect(guessEmployeeColumns(['Nachname', 'Name'], [])).toEqual(['lastname', null])
  })

  it('tell „Funktion“ at the school from that in a class by the cells below', () => {
    const rows = (...cells: string[]) => cells.map((cell) => [cell])
    expect(guessEmployeeColumns(['Funktion'], rows('Klassenleitung', '', 'Stellv.'))).toEqual(['class_function'])
    expect(guessEmployeeColumns(['Funktion'], rows('Klassenleitung', 'Sekretärin'))).toEqual(['employee_type'])
  })
})

describe('words', () => {
  it.each([
    [{ employee_type: 'Erzieherin' }, { employee_type: 'educator' }],
    [{ employee_type: 'SCHULLEITUNG' }, { employee_type: 'management' }],
    [{ employee_type: 'Zauberer' }, { employee_type: 'Zauberer' }],
    [{ salutation: 'Fr.' }, { salutation: 'ms', title: '' }],
    [{ salutation: 'Herr Dr.' }, { salutation: 'mr', title: 'Dr.' }],
    [
      { salutation: 'Herr Dr.', title: 'Prof.' },
      { salutation: 'Herr Dr.', title: 'Prof.' },
    ],
    [{ salutation: '' }, { salutation: 'none' }],
    [{ whole_name: 'Berg, Ida' }, { lastname: 'Berg', firstname: 'Ida' }],
    [{ whole_name: 'Ida Berg' }, { lastname: '', firstname: '' }],
    [
      { whole_name: 'Berg, Ida', lastname: 'Tal' },
      { lastname: 'Tal', firstname: 'Ida' },
    ],
    [{ date_entry: '1.8.2016' }, { date_entry: '2016-08-01' }],
    [{ date_entry: '01.02.27' }, { date_entry: '2027-02-01' }],
    [{ date_entry: '01.02.98' }, { date_entry: '1998-02-01' }],
    [{ date_entry: 'bald' }, { date_entry: 'bald' }],
  ])('%j is read as %j', (cells, form) => {
    expect(read(cells)).toMatchObject(form)
  })

  it.each([
    ['Klassenlehrerin', 'responsible'],
    ['stv. Klassenleitung', 'deputy'],
    ['Bezugserzieherin', 'assigned'],
    ['Chefin', undefined],
    ['', undefined],
  ])('„%s“ in a class is %s', (word, meant) => {
    expect(readClassFunction(word)).toBe(meant)
  })
})

test('a row with the required cells is a form', () => {
  const cells = { lastname: 'Berg', firstname: 'Ida', short_name: 'Be', employee_type: 'LK' }
  expect(NewEmployeeForm.parse(read(cells))).toMatchObject({ short_name: 'Be', mail: null, date_entry: null })
})

test('whoever may import colleagues may give them classes', () => {
  for (const permissions of Object.values(ROLE_PERMISSIONS))
    if (permissions.includes('manage employee')) expect(permissions).toContain('manage schoolclass')
})
