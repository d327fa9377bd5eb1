import type { ComponentPropsWithoutRef, Key, ReactNode } from 'react'
import plain from './plain-table.module.css'

/** Attributes that the style sheets and the tests look for, such as `data-moved`. */
type DataAttributes = { [name: `data-${string}`]: string | number | boolean | undefined }

export interface PlainColumn<Row> {
  /** Tells columns of the same title apart. */
  key?: string
  /** Its heading; an empty one makes an empty cell. */
  title: string
  /** What stands as heading when the title alone is not enough. */
  head?: ReactNode
  /** Only a screen reader hears the heading. */
  isTitleHidden?: true
  /** Left out where `renderRow` makes all rows. */
  cell?: (row: Row, index: number) => ReactNode
  /** This cell names its row. */
  isName?: true
  /** Numbers stand at the end of their cell. */
  align?: 'end' | undefined
  /** What stands before the cell on a phone, when rows are stacked: the title, another word, or nothing. */
  label?: string | null
  /** Class of the heading and of each cell. */
  className?: string | undefined
  /** Further attributes of one cell. */
  cellProps?: (row: Row, index: number) => DataAttributes & { className?: string | undefined }
}

interface PlainTableProps<Row> extends Pick<ComponentPropsWithoutRef<'table'>, 'id' | 'className' | 'aria-label'> {
  /** Its name; only a screen reader hears it. */
  caption?: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  /** Tells rows apart; without it their `id`. */
  rowKey?: (row: Row, index: number) => Key
  /** A phone shows each row as a block, with the headings before the values. */
  isStacked?: boolean
  /** The cells name their columns in `data-label`, as for a phone; a style sheet of the table's own shows them. */
  isLabelled?: boolean
  /** Without the lines and heights of the plain table: the class names given decide. */
  isBare?: boolean
  rowProps?: (row: Row, index: number) => DataAttributes & ComponentPropsWithoutRef<'tr'>
  /** A `tr` of its own in place of the cells, such as a form; undefined: the cells of the columns. */
  renderRow?: (row: Row, index: number) => ReactNode
  /** Rows of headings in place of the titles of the columns. */
  head?: ReactNode
  /** Rows above the headings. */
  above?: ReactNode
  /** Bodies of rows in place of the one, such as one for each class. */
  bodies?: ReactNode
  /** Rows after the last one. */
  after?: ReactNode
  /** Rows of sums. */
  foot?: ReactNode
}

const joined = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined

const headOf = <Row,>({ title, key = title, head, isTitleHidden, align, className }: PlainColumn<Row>) =>
  title === '' && !head ? (
    <td key={key} className={className} />
  ) : (
    <th key={key} scope="col" data-align={align} className={className}>
      {isTitleHidden ? <span className="sh-visually-hidden">{title}</span> : (head ?? title)}
    </th>
  )

interface CellProps<Row> {
  column: PlainColumn<Row>
  row: Row
  index: number
  isLabelled: boolean
}

const cellOf = <Row,>({ column, row, index, isLabelled }: CellProps<Row>) => {
  const { title, key = title, label = title, isTitleHidden, isName, align, cell, cellProps } = column
  const { className, ...props } = cellProps?.(row, index) ?? {}
  const shared = { ...props, 'data-align': align, className: joined(column.className, className) }
  if (isName) {
    return (
      <th key={key} scope="row" {...shared}>
        {cell?.(row, index)}
      </th>
    )
  }
  return (
    <td key={key} {...shared} data-label={(isLabelled && !isTitleHidden && label) || undefined}>
      {cell?.(row, index)}
    </td>
  )
}

/** A row of a body of its own. */
export const PlainRow = <Row,>({
  columns,
  ...cell
}: Omit<CellProps<Row>, 'column'> & { columns: PlainTableProps<Row>['columns'] }) => (
  <tr>{columns.map((column) => cellOf({ column, ...cell }))}</tr>
)

/** A table without sorting, pages or a choice of rows; lists that have these are a `DataTable`. */
export const PlainTable = <Row,>(props: PlainTableProps<Row>) => {
  const { caption, columns, rows, rowProps, renderRow, head, above, bodies, after, foot } = props
  const { isStacked = false, isLabelled = isStacked, isBare = false, className, rowKey, ...shared } = props
  const keyOf = (row: Row, index: number) => rowKey?.(row, index) ?? (row as { id: Key }).id
  return (
    <table
      id={shared.id}
      aria-label={shared['aria-label']}
      className={joined(isBare ? 'sh-table' : plain.table, isStacked && plain.stacked, className)}
    >
      {caption && <caption className="sh-visually-hidden">{caption}</caption>}
      <thead>
        {above}
        {head ?? <tr>{columns.map((column) => headOf(column))}</tr>}
      </thead>
      {bodies ?? (
        <tbody>
          {rows.map(
            (row, index) =>
              renderRow?.(row, index) ?? (
                <tr key={keyOf(row, index)} {...rowProps?.(row, index)}>
                  {columns.map((column) => cellOf({ column, row, index, isLabelled }))}
                </tr>
              ),
          )}
          {after}
        </tbody>
      )}
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  )
}
