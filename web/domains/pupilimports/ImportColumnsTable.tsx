import { IMPORT_MEANINGS, MEANING_LABELS } from '#contract/pupilimports/pupilimports.meanings.ts'
import type { ImportDetail } from '#contract/pupilimports/pupilimports.ts'
import { ColumnMeaningsTable } from '#web/lists/ColumnMeaningsTable.tsx'
import classes from './pupilimports.module.css'
import type { ImportColumns } from './use-import-columns.ts'
import { doubledMeanings } from './use-import-columns.ts'

const MEANINGS = IMPORT_MEANINGS.map((value) => ({ value, label: MEANING_LABELS[value] }))

const firstRowsText = (count: number) => (count === 1 ? 'Die erste Zeile' : `Die ersten ${count} Zeilen`)

/** Each column of the file with what it means and what the first rows have in it. */
export const ImportColumnsTable = ({ detail, columns }: { detail: ImportDetail; columns: ImportColumns }) => (
  <ColumnMeaningsTable
    headings={detail.headings}
    mapping={columns.mapping}
    meanings={MEANINGS}
    doubled={doubledMeanings(columns.mapping)}
    onChoose={columns.choose}
    choiceClass={classes.meaning}
    samples={{
      title: firstRowsText(detail.preview.length),
      of: (column) => (
        <ul className={`sh-plain-list sh-grid sh-gap-3 ${classes.samples}`}>
          {detail.preview.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other identity
            <li key={row}>{cells[column]}</li>
          ))}
        </ul>
      ),
    }}
  />
)
