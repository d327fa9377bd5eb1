import type { Permission } from '#contract/permissions.ts'
import { type FigureKey, figureFieldLabel, mayCountBy } from './figure-fields.ts'

/** One table: its rows, and its columns where it has more than the sum. */
export interface FigureTable {
  rows: FigureKey
  columns: FigureKey | null
}

/**
 * Tables of the autumn statistics of schools in Brandenburg, as far as the data of domain §1.5 answer them: children by
 * grade, age, origin and language, who came new and how, who repeats, languages and support.
 */
const AUTUMN_TABLES: readonly FigureTable[] = [
  { rows: 'schoolgrade', columns: 'gender' },
  { rows: 'schoolclass', columns: 'gender' },
  { rows: 'birth_year', columns: 'schoolgrade' },
  { rows: 'nationalities', columns: 'gender' },
  { rows: 'family_language', columns: 'schoolgrade' },
  { rows: 'entry_year', columns: 'schoolgrade' },
  { rows: 'enrolment_kind', columns: 'schoolgrade' },
  { rows: 'repeats', columns: 'schoolgrade' },
  { rows: 'foreign_languages', columns: 'schoolgrade' },
  { rows: 'support', columns: 'schoolgrade' },
]

/** The tables of the autumn statistics that a viewer with these rights may see. */
export const autumnTables = (permissions: readonly Permission[]) =>
  AUTUMN_TABLES.filter(({ rows, columns }) =>
    [rows, columns].every((key) => key === null || mayCountBy(key, permissions)),
  )

/** `Klassenstufe nach Geschlecht`. */
export const figureTableTitle = ({ rows, columns }: FigureTable) =>
  columns ? `${figureFieldLabel(rows)} nach ${figureFieldLabel(columns)}` : figureFieldLabel(rows)
