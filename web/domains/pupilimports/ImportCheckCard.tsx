import { Alert, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { rowFields } from '#contract/pupilimports/pupilimports.meanings.ts'
import {
  IMPORT_DECISION_LABELS,
  IMPORT_DECISIONS,
  IMPORT_VERDICTS,
  type ImportCounts,
  type ImportDetail,
  type ImportRow,
  pupilImportEndpoints,
} from '#contract/pupilimports/pupilimports.ts'
import { callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { CompareRowDialog } from './CompareRowDialog.tsx'
import { watchImport } from './import-actions.tsx'
import { importQuery, keepImport } from './import-queries.ts'
import { importRowColumns } from './import-row-columns.tsx'
import { hintTexts, openText, verdictText, writtenCount, writtenText } from './import-texts.ts'
import classes from './pupilimports.module.css'
import { type ImportCheck, useConcernedFields, useImportCheck } from './use-import-check.ts'

interface CountersProps {
  counts: ImportCounts
  check: Pick<ImportCheck, 'verdicts' | 'toggle'>
}

/** *282 neu · 18 werden aktualisiert · 6 Fehler · 3 mögliche Dubletten*: each is a filter (ux §3.13). */
const ImportCountersField = ({ counts, check: { verdicts, toggle } }: CountersProps) => (
  <fieldset className="sh-fieldset sh-row sh-gap-2" aria-label="Zeilen zeigen">
    {IMPORT_VERDICTS.filter((verdict) => counts[verdict] > 0 || verdicts.includes(verdict)).map((verdict) => (
      <Button
        key={verdict}
        variant="default"
        radius={999}
        className={verdicts.includes(verdict) ? 'sh-chosen' : 'sh-regular'}
        aria-pressed={verdicts.includes(verdict)}
        onClick={() => toggle(verdict)}
      >
        {verdictText(verdict, counts[verdict])}
      </Button>
    ))}
  </fieldset>
)

/** What the button does, with the number of children that are written. */
const commitText = (written: number) => `${childrenText(written)} übernehmen`

const askFirst = ({ filename, to_write }: ImportDetail, open: string) =>
  confirmDialog({
    title: `${commitText(writtenCount(to_write))}?`,
    message: (
      <>
        <p>
          „{filename}“: {writtenText(to_write)}
        </p>
        {open && <p>Nicht importiert: {open}.</p>}
        <p>Der Import lässt sich 24 Stunden lang rückgängig machen.</p>
      </>
    ),
    accept: 'Übernehmen',
    type: 'attention',
  })

/** Hands the import to a job, after a question that says what is left out. */
const useCommitImport = (detail: ImportDetail) => {
  const { id } = detail
  const showNow = () => queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })
  const commit = useCall(pupilImportEndpoints.commit, {
    // Somebody began it already, or a row is in doubt again: the page shows how it stands.
    onFailure: async (failure) => {
      await explainFailure(failure)
      await showNow()
    },
  })
  return {
    isRunning: commit.isRunning,
    ask: async (open: string) => {
      if (!(await askFirst(detail, open))) return
      const reply = await commit.run({ params: { id }, body: { only_good: open !== '' }, idempotencyKey: randomKey() })
      if (!reply) return void showNow()
      await keepImport(reply)
      watchImport(id)
    },
  }
}

const saveErrorRows = (id: number) =>
  callForFile(pupilImportEndpoints.errorRows, { params: { id } }).then(saveFile, explainFailure)

const stateText = (open: string, { written, isOne }: { written: number; isOne: boolean }) => {
  if (open && written > 0) return `${open} ${isOne ? 'wird' : 'werden'} nicht importiert.`
  if (open) return `Noch lässt sich keine Zeile importieren: ${open}.`
  if (written > 0) return 'Alle Zeilen sind in Ordnung.'
  return 'Es gibt nichts zu übernehmen: Die Kinder stehen schon so im System oder werden übersprungen.'
}

interface CommitProps {
  detail: ImportDetail
  onBack: () => void
  discard: ReactNode
}

/** The way on from the check: all, or only what is good. */
const ImportCommitCard = ({ detail, onBack, discard }: CommitProps) => {
  const { counts, undecided, to_write, id } = detail
  const commit = useCommitImport(detail)
  const written = writtenCount(to_write)
  const open = openText(undecided)
  const hasErrorFile = counts !== null && counts.error + counts.duplicate > 0
  return (
    <div className="sh-stack sh-gap-3">
      <Text role="status">{stateText(open, { written, isOne: undecided.errors + undecided.duplicates === 1 })}</Text>
      <ButtonRow>
        <span className={`sh-wrap sh-gap-2 ${classes.side}`}>
          <Button variant="default" onClick={onBack}>
            Zurück
          </Button>
          {discard}
          {hasErrorFile && (
            <Button
              variant="default"
              leftSection={<Download size={20} aria-hidden />}
              onClick={() => void saveErrorRows(id)}
            >
              Fehlerzeilen als Excel laden
            </Button>
          )}
        </span>
        {written > 0 && (
          <ActionButton isRunning={commit.isRunning} onClick={() => void commit.ask(open)}>
            {commitText(written)}
          </ActionButton>
        )}
      </ButtonRow>
    </div>
  )
}

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
                  radius={999}
                  className={shown.isWhole ? 'sh-chosen' : 'sh-regular'}
                  aria-pressed={shown.isWhole}
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
