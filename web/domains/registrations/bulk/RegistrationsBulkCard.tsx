import { Button, type ButtonProps, Menu } from '@mantine/core'
import { ChevronDown, Mail, Send, Tags } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { type RegistrationStatus, STATUS_ORDER } from '#contract/registrations/registrations.status.ts'
import { useMay } from '#web/api/base-data.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DocumentItemsWidget, DocumentsButtonWidget } from '#web/domains/registrationdocuments/DocumentItemsWidget.tsx'
import { childName } from '#web/domains/registrations/child-name.ts'
import type { RegistrationFilters } from '#web/domains/registrations/registration-list-query.ts'
import { EXPORT_FORMATS, listHits, loadExport } from '#web/domains/registrations/registration-list-query.ts'
import { StatusField } from '#web/domains/registrations/StatusMenu.tsx'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { useRowSelection } from '#web/lists/use-row-selection.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { BulkRunDialog } from './BulkRunDialog.tsx'
import { ASKED_ABOVE, type BulkJob, changeStatusJob, resendJob, resendQuestion, statusQuestion } from './bulk-jobs.ts'
import { useBulkRun } from './use-bulk-run.ts'

const InformFamiliesDialog = lazy(() =>
  import('./InformFamiliesDialog.tsx').then(({ InformFamiliesDialog }) => ({ default: InformFamiliesDialog })),
)

interface ShownRows {
  rows: readonly RegistrationRow[]
  total: number
  filters: RegistrationFilters
}

/** Applications chosen over pages and filters, and those whose families the dialog is to inform. */
export const useRegistrationSelection = (shown: ShownRows) => {
  const { chooseHits, ...selection } = useRowSelection<RegistrationRow>({ ...shown, nameOf: childName })
  const [informed, setInformed] = useState<readonly number[]>()
  return {
    ...selection,
    chooseAll: () => listHits(shown.filters).then(chooseHits, explainFailure),
    informed,
    inform: setInformed,
    informAll: () => listHits(shown.filters).then(setInformed, explainFailure),
  }
}

const ActionMenu = ({
  text,
  children,
  ...button
}: Omit<ButtonProps, 'children'> & { text: string; children: ReactNode }) => (
  <Menu position="top-start" width={220}>
    <Menu.Target>
      <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />} {...button}>
        {text}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

/** Many at once are named with what follows before anything happens (ux §2). */
const isMeant = (count: number, question: ReturnType<typeof statusQuestion>) =>
  count <= ASKED_ABOVE || confirmDialog({ ...question, type: 'attention' })

interface Actions {
  ids: readonly number[]
  isRunning: boolean
  changeStatus: (status: RegistrationStatus) => void
  resend: () => void
  inform: () => void
}

const RESEND = 'Unbestätigte anschreiben'
const INFORM = 'Informieren …'

/** On a phone three buttons would cover the list: one menu has it all. */
const ActionButtons = ({ ids, isRunning, changeStatus, resend, inform }: Actions) => {
  const { save } = useSavedFile()
  const mayExport = useMay()('export personal data')
  const isNarrow = useNarrow()
  const statusItems = STATUS_ORDER.map((status) => (
    <Menu.Item key={status} onClick={() => changeStatus(status)}>
      <StatusField status={status} />
    </Menu.Item>
  ))
  const exportItems = mayExport && (
    <>
      <Menu.Divider />
      <Menu.Label>Exportieren</Menu.Label>
      {EXPORT_FORMATS.map(({ format, text }) => (
        <Menu.Item key={format} onClick={() => void save(() => loadExport([...ids], format))}>
          {text}
        </Menu.Item>
      ))}
    </>
  )
  if (isNarrow) {
    return (
      <ActionMenu text="Aktionen" disabled={isRunning}>
        <Menu.Label>Status ändern</Menu.Label>
        {statusItems}
        <Menu.Divider />
        <Menu.Item onClick={inform}>{INFORM}</Menu.Item>
        <Menu.Item onClick={resend}>{RESEND}</Menu.Item>
        <Menu.Divider />
        <DocumentItemsWidget ids={ids} />
        {exportItems}
      </ActionMenu>
    )
  }
  return (
    <>
      <ActionMenu text="Status ändern" leftSection={<Tags size={20} aria-hidden />} disabled={isRunning}>
        {statusItems}
      </ActionMenu>
      <IconButton icon={Mail} aria-haspopup="dialog" onClick={inform} disabled={isRunning}>
        {INFORM}
      </IconButton>
      <IconButton icon={Send} onClick={resend} disabled={isRunning}>
        {RESEND}
      </IconButton>
      <DocumentsButtonWidget ids={ids}>{exportItems}</DocumentsButtonWidget>
    </>
  )
}

interface RegistrationsBulkCardProps {
  selection: ReturnType<typeof useRegistrationSelection>
  /** The number of all hits of the filters. */
  total: number
  /** Nothing is done with what lies in the bin. */
  isBin: boolean
}

/** Ux §3.8: what is done with several applications at once. Stays when none is chosen any more: it tells what came of them. */
export const RegistrationsBulkCard = ({ selection, total, isBin }: RegistrationsBulkCardProps) => {
  const { isEveryHit, chooseAll, clear, forget, informed, inform } = selection
  const chosen = isBin ? [] : selection.chosen
  const run = useBulkRun(forget)
  const startIf = async (question: ReturnType<typeof statusQuestion>, job: BulkJob) => {
    if (!run.isRunning && (await isMeant(chosen.length, question))) await run.start(job)
  }
  return (
    <>
      {chosen.length > 0 && (
        <SelectionCard count={chosen.length} onClear={clear}>
          {!isEveryHit && (
            <Button variant="subtle" px="xs" onClick={() => void chooseAll()}>
              {`Alle ${total.toLocaleString('de-DE')} Treffer auswählen`}
            </Button>
          )}
          <ActionButtons
            ids={chosen.map(({ id }) => id)}
            isRunning={run.isRunning}
            changeStatus={(status) =>
              void startIf(statusQuestion(chosen.length, status), changeStatusJob(chosen, status))
            }
            inform={() => inform(chosen.map(({ id }) => id))}
            resend={() => void startIf(resendQuestion(chosen.length), resendJob(chosen))}
          />
        </SelectionCard>
      )}
      {informed && (
        <Suspense fallback={null}>
          <InformFamiliesDialog
            ids={informed}
            onSend={(job) => void run.start(job)}
            onForget={forget}
            onGone={() => inform(undefined)}
          />
        </Suspense>
      )}
      <BulkRunDialog run={run} onForget={forget} />
    </>
  )
}
