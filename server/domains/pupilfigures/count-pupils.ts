import { type FigureKey, figureChoices, figureText, isNumberFigure } from '#contract/pupilfigures/figure-fields.ts'
import type { FigureTable } from '#contract/pupilfigures/figure-sheets.ts'
import {
  type FigureHeading,
  type FigureNumbers,
  type PupilFigures,
  readFigureTable,
} from '#contract/pupilfigures/pupilfigures.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { listSupports } from '#server/domains/sensitive/list-supports.shared.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { type Count, countTable, listClassNames } from './pupilfigures.queries.ts'

type ClassNames = Awaited<ReturnType<typeof listClassNames>>

/** The place of a value among the others: fixed answers and classes in their order, numbers by size, the rest by name. */
const ranksOf = (key: FigureKey, classes: ClassNames) => {
  const order =
    key === 'schoolclass' ? classes.map(({ id }) => String(id)) : figureChoices(key)?.map(({ value }) => value)
  return (value: string) => (order ? order.indexOf(value) : isNumberFigure(key) ? Number(value) : 0)
}

const headingsOf = (
  key: FigureKey,
  sums: readonly (Pick<FigureHeading, 'value'> & { count: number })[],
  classes: ClassNames,
) => {
  const rank = ranksOf(key, classes)
  const labelOf = (value: string | null) =>
    (key === 'schoolclass' && classes.find(({ id }) => String(id) === value)?.classgradePlain) || figureText(key, value)
  const headings = sums.map(({ value, count }) => ({ value, label: labelOf(value), total: count }))
  return headings.sort((a, b) => {
    // What is not entered comes last.
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    return rank(a.value) - rank(b.value) || a.label.localeCompare(b.label, 'de')
  })
}

const toNumbers = (
  { rows: rowsBy, columns: columnsBy }: FigureTable,
  counts: readonly Count[],
  classes: ClassNames,
) => {
  const rowSums = counts.filter(({ is_row_sum, is_column_sum }) => is_row_sum && !is_column_sum)
  const columnSums = counts.filter(({ is_row_sum, is_column_sum }) => is_column_sum && !is_row_sum)
  const cells = counts.filter(({ is_row_sum, is_column_sum }) => !(is_row_sum || is_column_sum))
  const rows = headingsOf(
    rowsBy,
    rowSums.map(({ row_value, count }) => ({ value: row_value, count })),
    classes,
  )
  const columns = columnsBy
    ? headingsOf(
        columnsBy,
        columnSums.map(({ column_value, count }) => ({ value: column_value, count })),
        classes,
      )
    : []
  const byValues = new Map(cells.map((cell) => [JSON.stringify([cell.row_value, cell.column_value]), cell.count]))
  const numbers: FigureNumbers = {
    ...{ rows_by: rowsBy, columns_by: columnsBy, rows, columns },
    counts: rows.map((row) => columns.map((column) => byValues.get(JSON.stringify([row.value, column.value])) ?? 0)),
  }
  return numbers
}

interface Counting extends Reader {
  day: string
  /** Names of tables, such as `schoolgrade.gender`; `writeFigureTable` makes them. */
  tables: readonly string[]
  keys: SecretRing
}

/** The numbers of all tables on the day. Restricted children count, as in all numbers (ADR 0042). */
export async function countPupils(
  tx: SchoolTransaction,
  { day, tables, keys, ...reader }: Counting,
): Promise<PupilFigures> {
  const asked = tables.flatMap((name) => readFigureTable(name) ?? [])
  const countsSupport = asked.some(({ rows, columns }) => rows === 'support' || columns === 'support')
  const classes = await listClassNames(tx)
  return withRestricted(tx, async () => {
    const supports = countsSupport ? await listSupports(tx, { day, keys }) : []
    const counting = { ...reader, day, supports }
    const numbers: FigureNumbers[] = []
    let total = 0
    for (const table of asked) {
      const counts = await countTable(tx, table, counting)
      total = counts.find(({ is_row_sum, is_column_sum }) => is_row_sum && is_column_sum)?.count ?? 0
      numbers.push(toNumbers(table, counts, classes))
    }
    return { day, total, tables: numbers }
  })
}
