import { NativeSelect } from '@mantine/core'
import { IMPORT_DELIMITERS, IMPORT_ENCODINGS, type ImportDetail } from '#contract/pupilimports/pupilimports.ts'
import type { ImportColumns } from './use-import-columns.ts'

const ENCODING_LABELS: Record<(typeof IMPORT_ENCODINGS)[number], string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252 (ältere Programme)',
  'iso-8859-15': 'ISO-8859-15 (Latin-9)',
}

const DELIMITER_LABELS: Record<(typeof IMPORT_DELIMITERS)[number], string> = {
  ';': 'Semikolon ;',
  ',': 'Komma ,',
  '\t': 'Tabulator',
  '|': 'Senkrechter Strich |',
}

interface ReadingProps {
  detail: ImportDetail
  columns: ImportColumns
}

const SheetField = ({ detail: { sheet, sheets }, columns }: ReadingProps) => (
  <NativeSelect
    label="Blatt"
    value={sheet ?? ''}
    data={sheets}
    onChange={(event) => void columns.readAs({ sheet: event.currentTarget.value })}
  />
)

/** How the file was read; where umlauts look wrong, another choice reads it anew (domain §6.3). */
export const ImportReadingField = ({ detail, columns }: ReadingProps) => {
  const { encoding, delimiter, sheets } = detail
  if (encoding === null) return sheets.length > 1 ? <SheetField detail={detail} columns={columns} /> : null
  return (
    <div className="sh-wrap sh-gap-4">
      <NativeSelect
        label="Zeichensatz"
        description="Stimmen die Umlaute in den Beispielen?"
        value={encoding}
        data={IMPORT_ENCODINGS.map((value) => ({ value, label: ENCODING_LABELS[value] }))}
        onChange={(event) =>
          void columns.readAs({
            encoding: event.currentTarget.value as (typeof IMPORT_ENCODINGS)[number],
            delimiter: delimiter ?? undefined,
          })
        }
      />
      {delimiter !== null && (
        <NativeSelect
          label="Trennzeichen"
          description="Steht jede Angabe in einer eigenen Spalte?"
          value={delimiter}
          data={IMPORT_DELIMITERS.map((value) => ({ value, label: DELIMITER_LABELS[value] }))}
          onChange={(event) =>
            void columns.readAs({
              encoding,
              delimiter: event.currentTarget.value as (typeof IMPORT_DELIMITERS)[number],
            })
          }
        />
      )}
    </div>
  )
}
