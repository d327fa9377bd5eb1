import { ActionIcon, Button, Card, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Download, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { formatDate } from '#contract/dates.ts'
import { PROCESSOR_KINDS } from '#contract/processors/processor.record.ts'
import {
  lookedAtOn,
  type Processor,
  type Processors,
  processorEndpoints,
  processorTask,
} from '#contract/processors/processors.ts'
import { TEMPLATE_FILES, type TemplateFile } from '#contract/processors/template-files.ts'
import { REVIEW_MONTHS } from '#contract/reviews.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { callForFile } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { useRecordOpener } from '#web/forms/use-record-opener.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { ProcessorDialog } from './ProcessorDialog.tsx'
import { ProcessorHintsCard } from './ProcessorHintsCard.tsx'
import { markProcessorReviewed, removeProcessor, setOwnService } from './processor-actions.ts'
import { processorsQuery } from './processor-queries.ts'
import classes from './processors.module.css'

/** Awaited by the router. */
export const loadProcessors = () => queryClient.ensureQueryData(processorsQuery)

const TITLE = 'Auftragsverarbeitung'

const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatDate(day)}</time>

const ReviewCell = ({ processor }: { processor: Processor }) => {
  const today = useToday()
  const seen = lookedAtOn(processor)
  return (
    <>
      {seen ? <Day day={seen} /> : '–'}
      {processorTask(processor, today) === 'old review' && (
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
      <div>
        {service}
        <div className="sh-quiet sh-small">{PROCESSOR_KINDS[kind]}</div>
      </div>
    ),
  },
  { title: 'Ort', className: classes.place, cell: ({ place }) => <div>{place}</div> },
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

/** Without a contract there is nothing to look at. */
const ReviewedEntry = ({ processor }: { processor: Processor }) => {
  const today = useToday()
  return (
    processor.contract_on !== null &&
    lookedAtOn(processor) !== today && (
      <MenuEntry icon={CheckCheck} onClick={() => void markProcessorReviewed(processor, today)}>
        Heute geprüft
      </MenuEntry>
    )
  )
}

const ProcessorMenu = ({ processor, onEdit }: { processor: Processor; onEdit: (processor: Processor) => void }) => (
  <RowMenu
    position="bottom-end"
    width={200}
    button={
      <ActionIcon aria-label={`Aktionen: ${processor.name}`}>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    }
  >
    <MenuEntry icon={Pencil} onClick={() => onEdit(processor)}>
      Bearbeiten
    </MenuEntry>
    <ReviewedEntry processor={processor} />
    <Menu.Divider />
    <MenuEntry icon={Trash2} isNegative onClick={() => void removeProcessor(processor)}>
      Entfernen
    </MenuEntry>
  </RowMenu>
)

const menuColumn = (onEdit: (processor: Processor) => void): PlainColumn<Processor> => ({
  title: 'Aktion',
  isTitleHidden: true,
  align: 'end',
  className: `sh-screen-only ${classes.menu}`,
  cell: (processor) => <ProcessorMenu processor={processor} onEdit={onEdit} />,
})

/** What nobody is asked for any more, with the way back. */
const OwnServices = ({ data, mayEdit }: { data: Processors; mayEdit: boolean }) =>
  data.own_services.length > 0 && (
    <div className="sh-row sh-gap-3 sh-rows-1 sh-above-3">
      {`Selbst betrieben: ${data.own_services.map((kind) => PROCESSOR_KINDS[kind]).join(', ')}`}
      {mayEdit &&
        data.own_services.map((kind) => (
          <Button
            key={kind}
            variant="subtle"
            size="compact-md"
            className="sh-screen-only"
            aria-label={`Nicht mehr selbst betrieben: ${PROCESSOR_KINDS[kind]}`}
            onClick={() => void setOwnService(kind, false)}
          >
            {data.own_services.length > 1 ? `${PROCESSOR_KINDS[kind]} ändern` : 'Ändern'}
          </Button>
        ))}
    </div>
  )

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
      Auftragsverarbeiter eintragen
    </IconButton>
  )
  const opened = dialog.opened
  return (
    <>
      <PageHead
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
      <PageIntro>
        Wer im Auftrag der Schule Daten verarbeitet, braucht einen Vertrag nach Art. 28 DSGVO. Sehen Sie spätestens nach
        {` ${REVIEW_MONTHS} `}
        Monaten nach, ob Vertrag und Maßnahmen noch passen.
        {!mayEdit && ' Eingetragen und geändert wird hier von der Schulleitung.'}
      </PageIntro>
      {data && (
        <>
          <ProcessorHintsCard data={data} mayEdit={mayEdit} onEdit={dialog.openEdit} />
          <Card pt="xs">
            {data.processors.length === 0 ? (
              <EmptyState
                title="Noch ist niemand eingetragen."
                text={
                  mayEdit
                    ? 'Tragen Sie ein, wer den Server betreibt, Mails verschickt oder Sicherungskopien aufbewahrt.'
                    : 'Die Schulleitung trägt hier ein, wer den Server betreibt, Mails verschickt oder Sicherungskopien aufbewahrt.'
                }
              />
            ) : (
              <PlainTable
                caption={TITLE}
                rows={data.processors}
                columns={mayEdit ? [...COLUMNS, menuColumn(dialog.openEdit)] : COLUMNS}
                isStacked
                rowProps={() => ({ className: classes.row })}
              />
            )}
            <OwnServices data={data} mayEdit={mayEdit} />
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
