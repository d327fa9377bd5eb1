import { foldHeading } from '#contract/pupil-imports.columns.ts'
import type { TableRow } from '#server/documents/table-rows.ts'

interface Table {
  headings: string[]
  rows: TableRow[]
}

const KEY = ['Nachname', 'Vorname', 'Geburtsdatum'].map(foldHeading)

const columnOf = ({ headings }: Table, heading: string) =>
  headings.findIndex((one) => foldHeading(one) === foldHeading(heading))

const reader = (table: Table, heading: string) => {
  const column = columnOf(table, heading)
  return ({ cells }: TableRow) => (column < 0 ? '' : (cells[column] ?? ''))
}

/** SchILD-NRW names a child by names and birth date; two of the same names stand as `Nachname#Klasse`. */
const keyOf = (table: Table) => {
  const parts = KEY.map((heading) => reader(table, heading))
  return (row: TableRow) => parts.map((part) => part(row)).join('|')
}

const has = (table: Table, heading: string) => columnOf(table, heading) >= 0
const isHouseholds = (table: Table) => has(table, 'Nachname 1.Person')
const isPhones = (table: Table) => has(table, 'Telefonnr.') && has(table, 'Art')

/** What is known of a child's two guardians, by the headings of the house list. */
const FAMILY = [1, 2].flatMap((place) =>
  ['Vorname', 'Nachname', 'Telefon', 'E-Mail'].map((part) => `Sorge${place}_${part}`),
)
type Family = Record<string, string>

interface Person {
  firstname: string
  lastname: string
  mail: string
}

const personsOf = (table: Table) => {
  const read = (heading: string) => reader(table, heading)
  const places = ([1, 2] as const).map((place) => ({
    firstname: read(`Vorname ${place}.Person`),
    lastname: read(`Nachname ${place}.Person`),
    mail: read(`E-Mail ${place}. Person`),
  }))
  return (row: TableRow): Person[] =>
    places
      .map(({ firstname, lastname, mail }) => ({ firstname: firstname(row), lastname: lastname(row), mail: mail(row) }))
      .filter(({ firstname, lastname }) => firstname !== '' || lastname !== '')
}

/** One row for each household: two who live apart have two (domain §6.2). */
function addHouseholds(families: Map<string, Family>, table: Table) {
  const [key, persons] = [keyOf(table), personsOf(table)]
  for (const [child, rows] of Map.groupBy(table.rows, key)) {
    const family = families.get(child) ?? {}
    for (const [index, { firstname, lastname, mail }] of rows.flatMap(persons).slice(0, 2).entries()) {
      family[`Sorge${index + 1}_Vorname`] = firstname
      family[`Sorge${index + 1}_Nachname`] = lastname
      family[`Sorge${index + 1}_E-Mail`] = mail
    }
    families.set(child, family)
  }
}

/** The first number that is not the child's own; of a father or a second person at the second place. */
function addPhones(families: Map<string, Family>, table: Table) {
  const [key, kind, number] = [keyOf(table), reader(table, 'Art'), reader(table, 'Telefonnr.')]
  for (const row of table.rows) {
    if (/schüler|kind/i.test(kind(row))) continue
    const family = families.get(key(row)) ?? {}
    const place = /vater|2/i.test(kind(row)) && family.Sorge2_Nachname ? 'Sorge2_Telefon' : 'Sorge1_Telefon'
    family[place] ||= number(row)
    families.set(key(row), family)
  }
}

const NO_CLASS_IN_NAME = /#.*$/

const withoutClass = (table: Table): Table => {
  const column = columnOf(table, 'Nachname')
  const clean = (cells: string[]) =>
    cells.map((cell, index) => (index === column ? cell.replace(NO_CLASS_IN_NAME, '') : cell))
  return { ...table, rows: table.rows.map(({ line, cells }) => ({ line, cells: clean(cells) })) }
}

/** The table with further columns, found by the child; headings that it has already are left out. */
function join(table: Table, headings: string[], find: (child: string) => string[] | undefined): Table {
  const fresh = headings.map((heading) => !has(table, heading))
  const key = keyOf(table)
  const width = table.headings.length
  return {
    headings: [...table.headings, ...headings.filter((_heading, index) => fresh[index])],
    rows: table.rows.map((row) => {
      const more = (find(key(row)) ?? []).filter((_cell, index) => fresh[index])
      return { line: row.line, cells: [...row.cells, ...Array(width).fill('')].slice(0, width).concat(more) }
    }),
  }
}

const joinTable = (table: Table, further: Table) => {
  const key = keyOf(further)
  const rows = new Map(further.rows.map((row) => [key(row), row.cells]))
  return join(table, further.headings, (child) => rows.get(child))
}

const onePerChild = (table: Table): Table => {
  const key = keyOf(table)
  return { ...table, rows: [...Map.groupBy(table.rows, key).values()].flatMap(([first]) => first ?? []) }
}

const asTable = ({ rows: [head, ...rows] }: { rows: TableRow[] }): Table => ({ headings: head?.cells ?? [], rows })

/** Whether these columns are SchILD-NRW's: basic data, households or telephone numbers (domain §6.2). */
export const isSchild = (headings: readonly string[]) => {
  const table = { headings: [...headings], rows: [] }
  return has(table, 'Schulpflicht erf.') || isHouseholds(table) || isPhones(table)
}

/** Several files of one program as one table: basic data, further data, households and telephone numbers. */
export function joinTables(files: readonly { rows: TableRow[] }[]): Table {
  const tables = files.map(asTable)
  const people = tables.filter((table) => !isHouseholds(table) && !isPhones(table))
  const basic = people.find((table) => has(table, 'Klasse') || has(table, 'Status')) ?? people[0]
  const families = new Map<string, Family>()
  for (const table of tables.filter(isHouseholds)) addHouseholds(families, table)
  for (const table of tables.filter(isPhones)) addPhones(families, table)
  const first = basic ?? onePerChild(tables[0] ?? { headings: [], rows: [] })
  const base = basic ? first : { headings: first.headings.slice(0, KEY.length), rows: first.rows }
  const joined = people.filter((table) => table !== basic).reduce(joinTable, base)
  if (families.size === 0) return withoutClass(joined)
  return withoutClass(join(joined, FAMILY, (child) => FAMILY.map((heading) => families.get(child)?.[heading] ?? '')))
}
