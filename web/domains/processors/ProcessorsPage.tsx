import { Alert, Button, Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, Plus, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import { PROCESSOR_KINDS, type ProcessorKind } from '#contract/processors/processor.record.ts'
import { lookedAtOn, type Processor, type Processors, processorEndpoints } from '#contract/processors/processors.ts'
import { TEMPLATE_FILES, type TemplateFile } from '#contract/processors/template-files.ts'
import { REVIEW_MONTHS, reviewState } from '#contract/reviews.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { callForFile } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { useRecordOpener } from '#web/forms/use-record-opener.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { FROM_START, PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { ProcessorDialog } from './ProcessorDialog.tsx'
import { processorsQuery } from './processor-queries.ts'
import classes from './processors.module.css'
import { removeProcessor } from './remove-processor.ts'

/** Awaited by the router. */
export const loadProcessors = () => queryClient.ensureQueryData(processorsQuery)

const TITLE = 'Auftragsverarbeitung'

const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatDate(day)}</time>

const ReviewCell = ({ processor }: { processor: Processor }) => {
  const today = useToday()
  const seen = lookedAtOn(processor)
  const state = reviewState(seen, today)
  return (
    <>
      {seen ? <Day day={seen} /> : '–'}
      {state === 'due' && (
        <div>
          <StatusChip tone="attention" icon="alert">
            älter als {REVIEW_MONTHS} Monate
          </StatusChip>
        </div>
      )}
    </>
  )
}

const COLUMNS: readonly PlainColumn<Processor>[] = [
  {
    title: 'Name',
    isName: true,
    className: classes.name,
    cell: ({ name, note }) => (
      <>
        {name}
        {note && <div className="sh-quiet sh-small sh-regular sh-keeps-lines">{note}</div>}
      </>
    ),
  },
  {
    title: 'Leistung',
    cell: ({ kind, service }) => (
      <>
        {service}
        <div className="sh-quiet sh-small">{PROCESSOR_KINDS[kind]}</div>
      </>
    ),
  },
  { title: 'Ort', cell: ({ place }) => place },
  {
    title: 'Vertrag vom',
    cell: ({ contract_on }) =>
      contract_on ? (
        <Day day={contract_on} />
      ) : (
        <StatusChip tone="negative" icon="cross">
          kein Vertrag
        </StatusChip>
      ),
  },
  { title: 'Zuletzt geprüft', cell: (processor) => <ReviewCell processor={processor} /> },
]

const buttonColumn = (onEdit: (processor: Processor) => void): PlainColumn<Processor> => ({
  title: 'Aktion',
  isTitleHidden: true,
  align: 'end',
  className: 'sh-one-line sh-screen-only',
  cell: (processor) => (
    <div className="sh-inline sh-gap-2">
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Bearbeiten: ${processor.name}`}
        onClick={() => onEdit(processor)}
      >
        Bearbeiten
      </Button>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`Entfernen: ${processor.name}`}
        onClick={() => void removeProcessor(processor)}
      >
        Entfernen
      </Button>
    </div>
  ),
})

/** Services that the installation uses, while nobody is entered who runs them. */
const missingOf = ({ processors, used }: Processors) => {
  const isEntered = (kind: ProcessorKind) => processors.some((one) => one.kind === kind)
  return [
    ...(isEntered('hosting') ? [] : ['den Betrieb des Servers']),
    ...(used.mail_host === null || isEntered('mail') ? [] : [`den Mailserver ${used.mail_host}`]),
    ...(!used.has_backups || isEntered('backup') ? [] : ['den Ort der Sicherungskopien']),
  ]
}

const HintsAlert = ({ data }: { data: Processors }) => {
  const today = useToday()
  const due = data.processors.filter((one) => reviewState(lookedAtOn(one), today) === 'due')
  const missing = missingOf(data)
  if (due.length === 0 && missing.length === 0) return null
  return (
    <Alert
      color="yellow"
      mb="md"
      className="sh-screen-only"
      icon={<TriangleAlert size={20} aria-hidden />}
      title="Bitte ansehen"
    >
      <ul className="sh-bullets sh-flush">
        {due.length > 0 && (
          <li>
            {counted(due.length, 'Eintrag wurde', 'Einträge wurden')} seit mehr als {REVIEW_MONTHS} Monaten nicht
            geprüft: {due.map(({ name }) => name).join(', ')}.
          </li>
        )}
        {missing.map((what) => (
          <li key={what}>
            Für {what} ist niemand eingetragen. Betreibt ihn die Schule oder der Träger selbst, ist nichts zu tun.
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Drafts to complete, for those who begin. */
const TemplatesCard = () => {
  const { save, isRunning } = useSavedFile()
  return (
    <TitledCard id="templates" title="Vorlagen" gap="xs">
      <p className="sh-flush sh-below-2 sh-measure">
        Textdateien zum Ausfüllen. Was in eckigen Klammern steht, ergänzen Sie mit dem Träger und der oder dem
        Datenschutzbeauftragten.
      </p>
      <div className="sh-wrap sh-gap-2">
        {(Object.keys(TEMPLATE_FILES) as TemplateFile[]).map((name) => (
          <IconButton
            key={name}
            icon={Download}
            loading={isRunning}
            onClick={() => void save(() => callForFile(processorEndpoints.template, { params: { name } }))}
          >
            {TEMPLATE_FILES[name]}
          </IconButton>
        ))}
      </div>
    </TitledCard>
  )
}

/** Domain DP-20: who processes data on behalf of the school, where, and when the contract was last looked at. */
export const ProcessorsPage = () => {
  const { data } = useQuery(processorsQuery)
  const mayEdit = useMay()('view pupil sensitive')
  const dialog = useRecordOpener<Processor>({ known: data?.processors })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a removed row takes the pressed button with it
  useEffect(focusTitleIfLost, [data])
  const add = mayEdit && (
    <IconButton icon={Plus} data-primary onClick={dialog.openNew}>
      Eintragen
    </IconButton>
  )
  const opened = dialog.opened
  return (
    <>
      <PageHead
        crumbs={FROM_START}
        count={data?.processors.length}
        actions={
          <>
            <PrintButton />
            {add}
          </>
        }
      >
        {TITLE}
      </PageHead>
      <p className="sh-quiet sh-flush sh-below-4 sh-measure sh-screen-only">
        Wer im Auftrag der Schule Daten verarbeitet, braucht einen Vertrag nach Art. 28 DSGVO. Sehen Sie spätestens nach
        {` ${REVIEW_MONTHS} `}
        Monaten nach, ob Vertrag und Maßnahmen noch passen.
        {!mayEdit && ' Eingetragen und geändert wird hier von der Schulleitung.'}
      </p>
      {data && (
        <>
          <HintsAlert data={data} />
          <Card pt="xs">
            {data.processors.length === 0 ? (
              <EmptyState
                title="Noch ist niemand eingetragen."
                text="Tragen Sie ein, wer den Server betreibt, Mails verschickt oder Sicherungskopien aufbewahrt."
              />
            ) : (
              <PlainTable
                caption={TITLE}
                rows={data.processors}
                columns={mayEdit ? [...COLUMNS, buttonColumn(dialog.openEdit)] : COLUMNS}
                isStacked
              />
            )}
          </Card>
          <div className="sh-above-4 sh-screen-only">
            <TemplatesCard />
          </div>
        </>
      )}
      {opened && <ProcessorDialog key={opened.record?.id ?? 'new'} processor={opened.record} {...opened} />}
    </>
  )
}
