import { Alert, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { rowFields } from '#contract/pupilimports/pupilimports.meanings.ts'
import {
  IMPORT_DECISION_LABELS,
  IMPORT_DECISIONS,
  type ImportCounts,
  type ImportDetail,
  type ImportRow,
} from '#contract/pupilimports/pupilimports.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import { paths } from '#web/paths.ts'
import { CompareRowDialog } from './CompareRowDialog.tsx'
import { useConcernedFields } from './concerned-fields.ts'
import { ImportCommitCard } from './ImportCommitCard.tsx'
import { ImportCountersField } from './ImportCountersField.tsx'
import { importRowColumns } from './import-row-columns.tsx'
import { hintTexts } from './import-texts.ts'
import classes from './pupilimports.module.css'
import { type ImportCheck, useImportCheck } from './use-import-check.ts'

const ROW_OPTIONS = [10, 25, 50, 100] as const
const NO_COUNTS: ImportCounts = { new: 0, changed: 0, same: 0, error: 0, duplicate: 0 }

/** What is to be known before the rows: a try that failed, a colleague's steps, classes that are not there. */
const CheckNotes = ({ detail, check }: { detail: ImportDetail; check: ImportCheck }) => (
  <>
    {detail.state === 'failed' && (
      <Alert color="red" role="alert" title="Der Import ist nicht gelungen">
        <Text mb="sm">{detail.problem}</Text>
        <Button variant="default" onClick={() => void check.checkAgain()}>
          Erneut prüfen
        </Button>
      </Alert>
    )}
    {check.isChangedByOthers && (
      <Alert color="blue" role="status" title="Jemand anderes arbeitet auch an diesem Import">
        <Button variant="default" onClick={() => void check.showOthers()}>
          Änderungen zeigen
        </Button>
      </Alert>
    )}
    {hintTexts(detail.hints).length > 0 && (
      <Alert color="blue" title="Gut zu wissen">
        {hintTexts(detail.hints).map((text) => (
          <Text key={text}>{text}</Text>
        ))}
      </Alert>
    )}
    {detail.missing_classes.length > 0 && (
      <Alert color="yellow" title="Diese Klassen gibt es im aktiven Schuljahr nicht">
        <Text mb="sm">
          {detail.missing_classes.join(', ')}. Legen Sie sie unter <Link to={paths.schoolclasses}>Klassen</Link> an oder
          korrigieren Sie die Zeilen.
        </Text>
        <Button variant="default" onClick={() => void check.checkAgain()}>
          Erneut prüfen
        </Button>
      </Alert>
    )}
  </>
)

/** The same decision for every possible duplicate in sight. */
const DecideAll = ({ rows, check }: { rows: readonly ImportRow[]; check: ImportCheck }) => {
  const lines = rows.filter(({ verdict }) => verdict === 'duplicate').map(({ line }) => line)
  if (lines.length < 2) return null
  return (
    <fieldset className="sh-fieldset sh-row sh-gap-2" aria-label="Alle angezeigten Dubletten">
      <span>Alle {lines.length} angezeigten Dubletten:</span>
      {IMPORT_DECISIONS.map((decision) => (
        <Button
          key={decision}
          size="compact-sm"
          variant="default"
          aria-disabled={check.isBusy}
          onClick={() => void check.decide(lines, decision)}
        >
          {IMPORT_DECISION_LABELS[decision]}
        </Button>
      ))}
    </fieldset>
  )
}

/** A house number that was cut off its street stands in no cell of the file, but it is stored and has a column. */
const withReadCells = ({ cells, read, problems }: ImportRow) => ({ cells: { ...cells, ...read }, problems })

interface CheckProps {
  detail: ImportDetail
  onBack: () => void
  discard: ReactNode
}

/** Step 3: a verdict for each row and cell; nothing is written before the import (ux §3.13). */
export const ImportCheckCard = ({ detail, onBack, discard }: CheckProps) => {
  const check = useImportCheck(detail)
  const [compared, setCompared] = useState<ImportRow>()
  const { rows, state, verdicts } = check
  const shown = useConcernedFields({
    rows: rows.isPlaceholderData ? undefined : rows.data?.data,
    fields: rowFields(detail.mapping, (rows.data?.data ?? []).map(withReadCells)),
    verdicts,
    page: state.page,
  })
  const counts = detail.counts ?? NO_COUNTS
  return (
    <Stack gap="md">
      <CheckNotes detail={detail} check={check} />
      <DecideAll rows={rows.data?.data ?? []} check={check} />
      <p className="sh-quiet sh-small sh-measure sh-flush sh-not-on-phones">
        Jede Zelle lässt sich hier ändern: Tippen oder Enter öffnet sie, Enter übernimmt, Tab übernimmt und geht weiter,
        Esc verwirft, die Pfeiltasten wechseln die Zelle.
      </p>
      <div className={classes.rows}>
        <DataTable
          name="pupil-import"
          caption="Zeilen der Datei"
          columns={importRowColumns(shown.fields, { onChange: check.changeRow, onCompare: setCompared })}
          rowKey={({ line }) => line}
          state={state}
          rows={rows.data?.data}
          total={rows.data?.total}
          isFetching={rows.isFetching}
          hasFailed={rows.isError}
          onRetry={() => void rows.refetch()}
          empty={<Text p="md">Die Datei hat keine Zeilen.</Text>}
          rowOptions={ROW_OPTIONS}
          toolbar={
            <>
              <ImportCountersField counts={counts} check={check} />
              {shown.mayNarrow && (
                <Button
                  variant="default"
                  aria-pressed={shown.isWhole}
                  className={classes.counter ?? ''}
                  onClick={shown.toggle}
                >
                  Alle Spalten
                </Button>
              )}
            </>
          }
        />
      </div>
      <ImportCommitCard detail={detail} onBack={onBack} discard={discard} />
      {compared && (
        <CompareRowDialog
          row={compared}
          onDecide={(line, choice) => void check.changeRow(line, choice)}
          onGone={() => setCompared(undefined)}
        />
      )}
    </Stack>
  )
}
