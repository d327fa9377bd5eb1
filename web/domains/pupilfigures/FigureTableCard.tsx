import { Link, useLocation } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import {
  BACK_TO_FIGURES,
  type FigureKey,
  type FigureValue,
  figureFieldLabel,
  hasSeveralValues,
  listOfFigure,
} from '#contract/pupilfigures/figure-fields.ts'
import { figureTableTitle } from '#contract/pupilfigures/figure-sheets.ts'
import { type FigureHeading, type FigureNumbers, writeFigureTable } from '#contract/pupilfigures/pupilfigures.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './pupilfigures.module.css'

interface Place {
  day: string
  /** This table on this page, for the way back from the list. */
  back: string
}

interface FigureProps {
  count: number
  place: Place
  /** What the number counts; nothing: all children of the day. */
  values: readonly FigureValue[]
  /** The same in words, for the name of the link. */
  words: string
}

/** A number that leads to its children, where the list can name them. */
const Figure = ({ count, place: { day, back }, values, words }: FigureProps) => {
  const query = count > 0 ? listOfFigure(day, values) : undefined
  if (!query) return count
  return (
    <Link to={paths.pupils} search={{ ...query, [BACK_TO_FIGURES]: back }} aria-label={`${count}: ${words}`}>
      {count}
    </Link>
  )
}

interface FigureTableCardProps {
  numbers: FigureNumbers
  day: string
  /** All children of the day. */
  total: number
}

/** Beside numbers there is little room, and the title says what the numbers of grades are. */
const shortLabel = (key: FigureKey | null, { value, label }: FigureHeading) =>
  key === 'schoolgrade' && value !== null ? value : label

/** Above a column: „w“ for „weiblich“, as on the lists of a class. */
const columnLabel = (key: FigureKey | null, heading: FigureHeading) =>
  key === 'gender' ? heading.label.charAt(0) : shortLabel(key, heading)

/** A phone has room for a name and so many columns at most: name, sum and genders. More stand below the name. */
const MOST_BESIDE_NAME = 5

type Row = FigureHeading & { counts: readonly number[] }

const numberColumn = (title: string, cell: NonNullable<PlainColumn<Row>['cell']>, countOf: (row: Row) => number) =>
  ({
    title,
    align: 'end',
    cell,
    cellProps: (row: Row) => ({ className: `sh-figures ${classes.figure}`, 'data-none': countOf(row) === 0 }),
  }) satisfies PlainColumn<Row>

/** One table: rows by one field, columns by another, and the sums of both. */
export const FigureTableCard = ({ numbers, day, total }: FigureTableCardProps) => {
  const { rows_by, columns_by, rows, columns, counts } = numbers
  const table = { rows: rows_by, columns: columns_by }
  const id = `figures-${writeFigureTable(table)}`
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const place = { day, back: `${query || '?'}#${id}` }
  const rowValue = ({ value }: FigureHeading): FigureValue => ({ key: rows_by, value })
  const columnValue = ({ value }: FigureHeading): FigureValue[] => (columns_by ? [{ key: columns_by, value }] : [])
  const several = [rows_by, columns_by].filter((key) => key !== null && hasSeveralValues(key))
  const columnsOf: PlainColumn<Row>[] = [
    { title: figureFieldLabel(rows_by), isName: true, cell: (row) => shortLabel(rows_by, row) },
    numberColumn(
      'Gesamt',
      (row) => <Figure count={row.total} place={place} values={[rowValue(row)]} words={row.label} />,
      (row) => row.total,
    ),
    ...columns.map((column, at) => ({
      ...numberColumn(
        columnLabel(columns_by, column),
        (row) => (
          <Figure
            count={row.counts[at] ?? 0}
            place={place}
            values={[rowValue(row), ...columnValue(column)]}
            words={`${row.label}, ${column.label}`}
          />
        ),
        (row) => row.counts[at] ?? 0,
      ),
      key: column.value ?? '',
    })),
  ]
  return (
    <TitledCard id={id} title={figureTableTitle(table)} gap="xs">
      <div className={`sh-scrolls ${classes.scroll}`} style={{ '--columns': columnsOf.length - 1 } as CSSProperties}>
        <PlainTable
          caption={figureTableTitle(table)}
          className={`${classes.numbers} ${columnsOf.length > MOST_BESIDE_NAME ? classes.stacked : ''}`}
          rows={rows.map((row, at) => ({ ...row, counts: counts[at] ?? [] }))}
          rowKey={({ value }) => value ?? ''}
          columns={columnsOf}
          foot={
            <tr>
              <th scope="row">Kinder insgesamt</th>
              <td data-align="end" className="sh-figures">
                <Figure count={total} place={place} values={[]} words="alle Kinder" />
              </td>
              {columns.map((column) => (
                <td key={column.value ?? ''} data-align="end" className="sh-figures">
                  <Figure count={column.total} place={place} values={columnValue(column)} words={column.label} />
                </td>
              ))}
            </tr>
          }
        />
      </div>
      {several.length > 0 && (
        <p className="sh-quiet sh-small sh-flush sh-above-2">
          Ein Kind kann hier mehrere Angaben haben. „Kinder insgesamt“ zählt jedes einmal.
        </p>
      )}
    </TitledCard>
  )
}
