import { Alert, Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import {
  EMPLOYEE_IMPORT_TEXTS,
  type EmployeeImportReport,
  employeesText,
  employeeImportEndpoints as endpoints,
} from '#contract/employeeimports/employeeimports.ts'
import { useMay } from '#web/api/base-data.ts'
import { call, callForFile } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { ImportFileCard } from '#web/imports/ImportFileCard.tsx'
import { ImportListCard } from '#web/imports/ImportListCard.tsx'
import { NextStep } from '#web/imports/NextStep.tsx'
import { paths } from '#web/paths.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { EmployeeImportColumnsCard } from './EmployeeImportColumnsCard.tsx'
import { EmployeeImportRowsCard } from './EmployeeImportRowsCard.tsx'
import { cellKeys } from './employee-drafts.ts'
import { refreshStaff, useEmployeeImport } from './use-employee-import.ts'

/** „2 Personen werden entfernt, 3 bleiben.“ */
const undoCounts = ({ row_count, kept }: EmployeeImportReport) => {
  const removed = row_count - kept
  const text = `${employeesText(removed)} ${removed === 1 ? 'wird' : 'werden'} entfernt`
  return kept === 0 ? `${text}.` : `${text}, ${kept} ${kept === 1 ? 'bleibt' : 'bleiben'}.`
}

const undoOf = (report: EmployeeImportReport, onUndone: () => void) => ({
  question: `${undoCounts(report)} Sie verschwinden auch aus ihren Klassen. Wer seitdem bearbeitet, eingeladen oder einer Klasse zugeordnet wurde, bleibt.`,
  undo: () => call(endpoints.undo, { params: { importId: report.id } }),
  nameOf: ({ name }: { name: string }) => name,
  onDone: () => {
    onUndone()
    void refreshStaff()
  },
})

/** The most rows that are named among those left out; the rest is only counted. */
const OMITTED_SHOWN = 20

/** What was created, and the way to the invitations. */
const DoneCard = ({ text, omitted }: { text: string; omitted: readonly string[] }) => {
  const mayInvite = useMay()('manage users')
  return (
    <Alert color="green" role="status" title={text}>
      <Stack gap="sm">
        {omitted.length > 0 && (
          <ul className="sh-flush" aria-label="Ausgelassene Zeilen">
            {omitted.slice(0, OMITTED_SHOWN).map((row) => (
              <li key={row}>{row}</li>
            ))}
            {omitted.length > OMITTED_SHOWN && <li>{`und ${omitted.length - OMITTED_SHOWN} weitere`}</li>}
          </ul>
        )}
        <p className="sh-flush">
          {mayInvite
            ? 'Als Nächstes können Sie allen, die eine E-Mail-Adresse haben, ein Konto geben.'
            : 'Konten legt an, wer die Benutzer verwaltet, zum Beispiel die Schulleitung.'}
        </p>
        <Group gap="sm">
          {mayInvite && (
            <IconButton icon={Mail} to={`${paths.employees}?einladen=1`} data-primary>
              Kollegium einladen
            </IconButton>
          )}
          <Button component={Link} to={paths.employees} variant="default">
            Zur Liste
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** Ux §3.13 as a model: colleagues from a file, read, checked row by row, and created at once. */
export const EmployeeImportPage = () => {
  const run = useEmployeeImport()
  const { chosen, drafts, doneText } = run
  useUnsavedChanges(chosen !== undefined)
  const [isUnfolded, setUnfolded] = useState(false)
  // The rows are checked anew: their step is the next one again.
  if (drafts === undefined && isUnfolded) setUnfolded(false)
  return (
    <>
      <PageTitle breadcrumb={<Breadcrumb crumbs={[{ text: 'Mitarbeitende', to: paths.employees }]} current="Import" />}>
        Mitarbeitende importieren
      </PageTitle>
      <Stack gap="md">
        {doneText !== undefined && <DoneCard text={doneText} omitted={run.omitted} />}
        <ImportFileCard
          run={run}
          label="Datei mit den Mitarbeitenden"
          hint={EMPLOYEE_IMPORT_TEXTS.fileHint}
          isMain={!chosen && doneText === undefined}
          loadTemplate={() => callForFile(endpoints.template)}
        />
        {chosen && (
          <NextStep isLast={!drafts}>
            <EmployeeImportColumnsCard
              run={run}
              chosen={chosen}
              isFolded={drafts !== undefined && !isUnfolded}
              onUnfold={() => setUnfolded(true)}
            />
          </NextStep>
        )}
        {chosen && drafts && (
          <NextStep isLast>
            <EmployeeImportRowsCard run={run} drafts={drafts} keys={cellKeys(chosen.mapping)} />
          </NextStep>
        )}
        <ImportListCard
          query={useQuery(queryFor(endpoints.list, {}, { quiet: true }))}
          resultOf={({ row_count }) => `${employeesText(row_count)} angelegt`}
          undoOf={(report) => undoOf(report, run.forgetDone)}
        />
      </Stack>
    </>
  )
}
