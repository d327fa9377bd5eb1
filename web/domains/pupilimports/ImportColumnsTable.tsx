import { NativeSelect } from '@mantine/core'
import { isSpecialHeading } from '#contract/headings.ts'
import { IMPORT_MEANINGS, type ImportMeaning, MEANING_LABELS } from '#contract/pupilimports/pupilimports.meanings.ts'
import type { ImportDetail } from '#contract/pupilimports/pupilimports.ts'
import table from '#web/lists/plain-table.module.css'
import classes from './pupilimports.module.css'
import type { ImportColumns } from './use-import-columns.ts'
import { doubledMeanings } from './use-import-columns.ts'

const CHOICES = [
  { value: '', label: 'nicht übernehmen' },
  ...IMPORT_MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] })),
]

interface ColumnProps {
  heading: string
  column: number
  columns: ImportColumns
}

const MeaningField = ({ heading, column, columns: { mapping, choose } }: ColumnProps) => {
  if (isSpecialHeading(heading)) return <span className="sh-quiet sh-flush">wird nie übernommen</span>
  const field = mapping[column] ?? null
  const isTwice = field !== null && doubledMeanings(mapping).includes(field)
  return (
    <NativeSelect
      size="sm"
      aria-label={`Bedeutung der Spalte „${heading || column + 1}“`}
      value={field ?? ''}
      data={CHOICES}
      error={isTwice ? 'zwei Spalten zugeordnet' : undefined}
      onChange={(event) => choose(column, (event.currentTarget.value || null) as ImportMeaning | null)}
    />
  )
}

const firstRowsText = (count: number) => (count === 1 ? 'Die erste Zeile' : `Die ersten ${count} Zeilen`)

/** Each column of the file with what it means and what the first rows have in it. */
export const ImportColumnsTable = ({ detail, columns }: { detail: ImportDetail; columns: ImportColumns }) => (
  <table className={`${table.table} ${table.stacked}`}>
    <caption className="sh-visually-hidden">Spalten der Datei und ihre Bedeutung</caption>
    <thead>
      <tr>
        <th scope="col">Spalte der Datei</th>
        <th scope="col">Bedeutung</th>
        <th scope="col">{firstRowsText(detail.preview.length)}</th>
      </tr>
    </thead>
    <tbody>
      {detail.headings.map((heading, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, their places do not
        <tr key={column}>
          <th scope="row">{heading || `Spalte ${column + 1}`}</th>
          <td className={classes.meaning}>
            <MeaningField heading={heading} column={column} columns={columns} />
          </td>
          <td>
            <ul className={`sh-plain-list sh-grid sh-gap-3 ${classes.samples}`}>
              {detail.preview.map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
                <li key={row}>{cells[column]}</li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
