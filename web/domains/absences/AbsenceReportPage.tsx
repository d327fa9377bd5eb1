import { Card, NativeSelect } from '@mantine/core'
import { Lock, LockOpen } from 'lucide-react'
import { type AbsenceReport, absenceEndpoints, HALVES } from '#contract/absences/absences.ts'
import { childrenText, counted } from '#contract/counted.ts'
import { addDays, formatDate } from '#contract/dates.ts'
import { TABLE_FORMAT_LABELS, TABLE_FORMATS } from '#contract/table-formats.ts'
import { useMay } from '#web/api/base-data.ts'
import { ApiFailure, callForFile } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { ExportMenu } from '#web/lists/ExportMenu.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { AbsenceReportTable } from './AbsenceReportTable.tsx'
import { HALF_NAMES } from './absence-texts.ts'
import classes from './absences.module.css'
import { type ReportState, reportClassesQuery, useAbsenceReport } from './use-absence-report.ts'

const TITLE = 'Fehlzeiten'

/** Awaited by the router: which classes there are. */
export const loadAbsenceReport = () => queryClient.ensureQueryData(reportClassesQuery)

const ReportExportMenu = ({ report: { schoolclass, half } }: { report: AbsenceReport }) => {
  const { save, isRunning } = useSavedFile()
  const items = TABLE_FORMATS.map((format) => ({
    text: TABLE_FORMAT_LABELS[format],
    onSave: () =>
      void save(() => callForFile(absenceEndpoints.export, { body: { schoolclass_id: schoolclass.id, half, format } })),
  }))
  return <ExportMenu items={items} isRunning={isRunning} />
}

const ReportButtons = ({ state, report }: { state: ReportState; report: AbsenceReport }) => {
  const may = useMay()
  return (
    <>
      <PrintButton />
      {may('export personal data') && <ReportExportMenu report={report} />}
      {state.mayReopenNow && (
        <ActionButton
          variant="default"
          isRunning={state.isRunning}
          leftSection={<LockOpen size={20} aria-hidden />}
          onClick={() => void state.askToReopen()}
        >
          Wieder freigeben
        </ActionButton>
      )}
      {state.mayCloseNow && (
        <ActionButton
          data-primary
          isRunning={state.isRunning}
          leftSection={<Lock size={20} aria-hidden />}
          onClick={() => void state.askToClose()}
        >
          Festschreiben
        </ActionButton>
      )}
    </>
  )
}

const Filters = ({ state, report }: { state: ReportState; report: AbsenceReport | undefined }) => {
  const { schoolclasses, classId, half, choose } = state
  const named = report?.schoolclass
  const all = schoolclasses.map(({ id, classgradePlain }) => ({ id, classgradePlain }))
  // A class of another year is reached from its own page.
  if (named && !all.some(({ id }) => id === named.id))
    all.push({ id: named.id, classgradePlain: `${named.classgradePlain} (${report.schoolyear.name})` })
  return (
    <div className={`sh-wrap sh-below-4 sh-gap-4 sh-rows-2 sh-screen-only ${classes.filters}`}>
      <NativeSelect
        label="Klasse"
        value={String(classId ?? '')}
        data={all.map(({ id, classgradePlain }) => ({ value: String(id), label: classgradePlain }))}
        onChange={(event) => choose({ klasse: event.currentTarget.value })}
      />
      <div className={classes.half}>
        <TabPicker
          label="Halbjahr"
          options={HALVES.map((value) => ({ value, label: HALF_NAMES[value] }))}
          chosen={half}
          onChoose={(value) => choose({ halbjahr: String(value) })}
        />
      </div>
    </div>
  )
}

/** What the numbers are: of which days, and whether they can still change. */
const standText = ({ rows, date_end }: AbsenceReport, { closedCount, isOver }: ReportState) => {
  if (closedCount === rows.length && closedCount > 0) return 'Festgeschrieben.'
  if (closedCount > 0) return `Erst ${closedCount} von ${rows.length} Kindern sind festgeschrieben.`
  return isOver
    ? 'Noch nicht festgeschrieben: Neue oder geänderte Meldungen zählen mit.'
    : `Vorläufig. Ab ${formatDate(addDays(date_end, 1))} können Sie die Zahlen festschreiben.`
}

const Report = ({ report, state }: { report: AbsenceReport; state: ReportState }) => {
  const { schoolyear, school_days, date_start, date_end, rows } = report
  return (
    <>
      <p className="sh-quiet sh-flush sh-below-3">
        {`${childrenText(rows.length)}. Schuljahr ${schoolyear.name}, ${formatDate(date_start)} bis ${formatDate(date_end)}: ${counted(school_days, 'Schultag', 'Schultage')}. ${standText(report, state)}`}
      </p>
      <Card className={classes.report ?? ''}>
        {rows.length > 0 ? (
          <AbsenceReportTable report={report} />
        ) : (
          <EmptyState title="In diesem Halbjahr ist niemand in der Klasse." />
        )}
      </Card>
    </>
  )
}

const isUnknown = (error: unknown) => error instanceof ApiFailure && error.status === 404

const ReportBody = ({ state }: { state: ReportState }) => {
  const { report, classId } = state
  if (classId === undefined)
    return <EmptyState title="Keine Klassen vorhanden" text="Fehlzeiten werden je Klasse gezeigt." />
  if (report.data) return <Report report={report.data} state={state} />
  if (!report.isError) return <LoadingText />
  return isUnknown(report.error) ? (
    <EmptyState title="Diese Klasse gibt es nicht." text="Bitte wählen Sie eine andere Klasse." />
  ) : (
    <NotLoaded onRetry={() => void report.refetch()} />
  )
}

/** Absences of a class in a half-year as they stand on its reports (domain §3.5), to print, export and keep. */
export const AbsenceReportPage = () => {
  const state = useAbsenceReport()
  const { data } = state.report
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Krankmeldungen', to: paths.sicknotes }]}
        current={TITLE}
        actions={data && <ReportButtons state={state} report={data} />}
      >
        {data ? `${TITLE} ${data.schoolclass.classgradePlain}, ${HALF_NAMES[data.half]}` : TITLE}
      </PageHead>
      <Filters state={state} report={data} />
      <ReportBody state={state} />
    </>
  )
}
