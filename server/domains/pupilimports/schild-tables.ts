import { foldHeading } from '#contract/headings.ts'
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

/**
 * SchILD-NRW identifies a child by names and birth date; two children with the same ones are written as
 * `Nachname#Klasse`.
 */
const keyOf = (table: Table) => {
  const parts = KEY.map((heading) => reader(table, heading))
  return (row: TableRow) => parts.map((part) => part(row)).join('|')
}

const has = (table: Table, heading: string) => columnOf(table, heading) >= 0
const isHouseholds = (table: Table) => has(table, 'Nachname 1.Person')
const isPhones = (table: Table) => has(table, 'Telefonnr.') && has(table, 'Art')

const LISTED = 2
const PHONES = ['Telefon', 'Mobil', 'Telefon dienstlich'] as const
const PARTS = [
  'Anrede',
  'Titel',
  'Vorname',
  'Nachname',
  'Beziehung',
  'Straße',
  'PLZ',
  'Ort',
  'E-Mail',
  ...PHONES,
] as const
/** Nothing is lost silently: a column without a field is shown as not read. */
const FURTHER = 'Weitere Sorgeberechtigte'

/** The columns about a child's guardians, with the headings of the house list. */
const FAMILY = [...[1, 2].flatMap((place) => PARTS.map((part) => `Sorge${place}_${part}`)), FURTHER]
type Person = Partial<Record<(typeof PARTS)[number], string>>

/** When a row has both parents, the salutation tells who is who (domain §6.2). */
const PARENTS: Partial<Record<string, string>> = { Frau: 'Mutter', Herr: 'Vater' }

const kindOf = (kind: string, { place, salutation }: { place: 1 | 2; salutation: string }) => {
  const isParent = /^(eltern|mutter|vater)/i.test(kind)
  if (place === 2 || /^eltern/i.test(kind)) return isParent ? (PARENTS[salutation] ?? '') : kind
  return kind
}

/** The people of a household; they live at its address. */
const householdOf = (table: Table) => {
  const read = (heading: string) => reader(table, heading)
  const [kind, street, zip, city] = ['Erzieherart', 'Straße', 'PLZ', 'Ort'].map(read)
  const places = ([1, 2] as const).map((place) => ({
    place,
    salutation: read(`Anrede ${place}.Person`),
    title: read(`Titel ${place}.Person`),
    firstname: read(`Vorname ${place}.Person`),
    lastname: read(`Nachname ${place}.Person`),
    mail: read(`E-Mail ${place}. Person`),
  }))
  return (row: TableRow): Person[] =>
    places
      .map(({ place, ...of }) => ({
        Anrede: of.salutation(row),
        Titel: of.title(row),
        Vorname: of.firstname(row),
        Nachname: of.lastname(row),
        Beziehung: kindOf(kind?.(row) ?? '', { place, salutation: of.salutation(row) }),
        Straße: street?.(row) ?? '',
        PLZ: zip?.(row) ?? '',
        Ort: city?.(row) ?? '',
        'E-Mail': of.mail(row),
      }))
      .filter(({ Vorname, Nachname }) => Vorname !== '' || Nachname !== '')
}

/** One row for each household: parents who live apart have two (domain §6.2). */
function addHouseholds(families: Map<string, Person[]>, table: Table) {
  const [key, people] = [keyOf(table), householdOf(table)]
  for (const [child, rows] of Map.groupBy(table.rows, key))
    families.set(child, [...(families.get(child) ?? []), ...rows.flatMap(people)])
}

const isWork = (kind: string) => /dienst|arbeit|beruf|büro/i.test(kind)
const phoneKind = (kind: string) => {
  if (isWork(kind)) return 'Telefon dienstlich'
  return /mobil|handy/i.test(kind) ? 'Mobil' : 'Telefon'
}

/** The person of a number: the one whose kind the number names, or the second where it says so, otherwise the first. */
const callee = (people: readonly Person[], kind: string) =>
  people.find(({ Beziehung }) => Beziehung && kind.toLowerCase().startsWith(Beziehung.toLowerCase())) ??
  (/vater|2/i.test(kind) ? people[1] : undefined) ??
  people[0]

/** Each number that is not the child's own, by person and kind; only the first of a kind. */
function addPhones(families: Map<string, Person[]>, table: Table) {
  const [key, kind, number] = [keyOf(table), reader(table, 'Art'), reader(table, 'Telefonnr.')]
  for (const row of table.rows) {
    if (/schüler|kind/i.test(kind(row))) continue
    const person = callee(families.get(key(row)) ?? [], kind(row))
    if (person) person[phoneKind(kind(row))] ||= number(row)
  }
}

const familyCells = (people: readonly Person[] = []) => [
  ...[0, 1].flatMap((place) => PARTS.map((part) => people[place]?.[part] ?? '')),
  people
    .slice(LISTED)
    .map(({ Vorname, Nachname }) => `${Vorname} ${Nachname}`)
    .join(', '),
]

const NO_CLASS_IN_NAME = /#.*$/

const withoutClass = (table: Table): Table => {
  const column = columnOf(table, 'Nachname')
  const clean = (cells: string[]) =>
    cells.map((cell, index) => (index === column ? cell.replace(NO_CLASS_IN_NAME, '') : cell))
  return { ...table, rows: table.rows.map(({ line, cells }) => ({ line, cells: clean(cells) })) }
}

/** Adds columns to the table by the key of the child; headings that it already has are left out. */
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

/** Whether these are columns of SchILD-NRW: basic data, households or telephone numbers (domain §6.2). */
export const isSchild = (headings: readonly string[]) => {
  const table = { headings: [...headings], rows: [] }
  return has(table, 'Schulpflicht erf.') || isHouseholds(table) || isPhones(table)
}

/** Several files of one program as one table: basic data, further data, households and telephone numbers. */
export function joinTables(files: readonly { rows: TableRow[] }[]): Table {
  const tables = files.map(asTable)
  const people = tables.filter((table) => !isHouseholds(table) && !isPhones(table))
  const basic = people.find((table) => has(table, 'Klasse') || has(table, 'Status')) ?? people[0]
  const families = new Map<string, Person[]>()
  for (const table of tables.filter(isHouseholds)) addHouseholds(families, table)
  for (const table of tables.filter(isPhones)) addPhones(families, table)
  const first = basic ?? onePerChild(tables[0] ?? { headings: [], rows: [] })
  const base = basic ? first : { headings: first.headings.slice(0, KEY.length), rows: first.rows }
  const joined = people.filter((table) => table !== basic).reduce(joinTable, base)
  if (families.size === 0) return withoutClass(joined)
  return withoutClass(join(joined, FAMILY, (child) => familyCells(families.get(child))))
}
