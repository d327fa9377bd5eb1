import { ActionIcon, Button, Menu } from '@mantine/core'
import { ChevronDown, Download, Send, Tags, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { useMay } from '#web/api/base-data.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DocumentItemsWidget, DocumentsButtonWidget } from '#web/domains/registrationdocuments/DocumentItemsWidget.tsx'
import { EXPORT_FORMATS, type ExportFormat, loadExport } from '#web/domains/registrations/export-registrations-file.ts'
import { StatusField } from '#web/domains/registrations/StatusField.tsx'
import { STATUS_ORDER } from '#web/domains/registrations/status-order.ts'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { BulkRunDialog } from './BulkRunDialog.tsx'
import { ASKED_ABOVE, type BulkJob, changeStatusJob, resendJob, resendQuestion, statusQuestion } from './bulk-jobs.ts'
import { useBulkRun } from './use-bulk-run.ts'
import type { ChosenRegistration } from './use-registration-selection.ts'

interface RegistrationsBulkCardProps {
  chosen: readonly ChosenRegistration[]
  /** Of all hits of the filters. */
  total: number
  isEveryHit: boolean
  onAll: () => void
  onClear: () => void
  /** They are done: no longer chosen. */
  onForget: (ids: readonly number[]) => void
}

interface ActionMenuProps {
  text: string
  icon?: ReactNode
  isDisabled?: boolean
  children: ReactNode
}

const ActionMenu = ({ text, icon, isDisabled = false, children }: ActionMenuProps) => (
  <Menu position="top-start" width={220}>
    <Menu.Target>
      <Button
        variant="default"
        leftSection={icon}
        rightSection={<ChevronDown size={16} aria-hidden />}
        disabled={isDisabled}
      >
        {text}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

type Question = ReturnType<typeof statusQuestion>

/** Many at once are named with what follows before anything happens (ux §2). */
const isMeant = (count: number, question: Question) =>
  count <= ASKED_ABOVE || confirmDialog({ ...question, type: 'attention' })

const useBulkActions = ({ chosen, onForget }: Pick<RegistrationsBulkCardProps, 'chosen' | 'onForget'>) => {
  const run = useBulkRun(onForget)
  const startIf = async (question: Question, job: BulkJob) => {
    if (run.isRunning || !(await isMeant(chosen.length, question))) return
    await run.start(job)
  }
  return {
    run,
    changeStatus: (status: RegistrationStatus) =>
      startIf(statusQuestion(chosen.length, status), changeStatusJob(chosen, status)),
    resend: () => startIf(resendQuestion(chosen.length), resendJob(chosen)),
  }
}

interface Actions {
  ids: readonly number[]
  isRunning: boolean
  changeStatus: (status: RegistrationStatus) => void
  resend: () => void
}

const StatusItems = ({ changeStatus }: Pick<Actions, 'changeStatus'>) =>
  STATUS_ORDER.map((status) => (
    <Menu.Item key={status} onClick={() => changeStatus(status)}>
      <StatusField status={status} />
    </Menu.Item>
  ))

const ExportItems = ({ onSave }: { onSave: (format: ExportFormat) => void }) =>
  EXPORT_FORMATS.map(({ format, text }) => (
    <Menu.Item key={format} onClick={() => onSave(format)}>
      {text}
    </Menu.Item>
  ))

const RESEND = 'Unbestätigte erneut anschreiben'

/** On a phone three buttons would cover the list. */
const PhoneMenu = ({
  ids,
  isRunning,
  changeStatus,
  resend,
  onSave,
}: Actions & { onSave?: (format: ExportFormat) => void }) => (
  <ActionMenu text="Aktionen" isDisabled={isRunning}>
    <Menu.Label>Status ändern</Menu.Label>
    <StatusItems changeStatus={changeStatus} />
    <Menu.Divider />
    <Menu.Item onClick={resend}>{RESEND}</Menu.Item>
    <Menu.Divider />
    <DocumentItemsWidget ids={ids} />
    {onSave && (
      <>
        <Menu.Divider />
        <Menu.Label>Exportieren</Menu.Label>
        <ExportItems onSave={onSave} />
      </>
    )}
  </ActionMenu>
)

const DeskButtons = ({
  ids,
  isRunning,
  changeStatus,
  resend,
  onSave,
}: Actions & { onSave?: (format: ExportFormat) => void }) => (
  <>
    <ActionMenu text="Status ändern" icon={<Tags size={20} aria-hidden />} isDisabled={isRunning}>
      <StatusItems changeStatus={changeStatus} />
    </ActionMenu>
    <Button variant="default" leftSection={<Send size={20} aria-hidden />} onClick={resend} disabled={isRunning}>
      {RESEND}
    </Button>
    <DocumentsButtonWidget ids={ids} />
    {onSave && (
      <ActionMenu text="Exportieren" icon={<Download size={20} aria-hidden />}>
        <ExportItems onSave={onSave} />
      </ActionMenu>
    )}
  </>
)

const ActionButtons = (actions: Actions) => {
  const { save } = useSavedFile()
  const mayExport = useMay()('export personal data')
  const onSave = (format: ExportFormat) => void save(() => loadExport([...actions.ids], format))
  const Buttons = useNarrow() ? PhoneMenu : DeskButtons
  return <Buttons {...actions} {...(mayExport && { onSave })} />
}

/** Ux §3.8: what is done with several applications at once. Stays when none is chosen any more: it tells what came of them. */
export const RegistrationsBulkCard = (props: RegistrationsBulkCardProps) => {
  const { chosen, total, isEveryHit, onAll, onClear, onForget } = props
  const { run, changeStatus, resend } = useBulkActions(props)
  return (
    <>
      {chosen.length > 0 && (
        <SelectionCard count={chosen.length}>
          {!isEveryHit && (
            <Button variant="subtle" px="xs" onClick={onAll}>
              {`Alle ${total.toLocaleString('de-DE')} Treffer auswählen`}
            </Button>
          )}
          <ActionButtons
            ids={chosen.map(({ id }) => id)}
            isRunning={run.isRunning}
            changeStatus={(status) => void changeStatus(status)}
            resend={() => void resend()}
          />
          <ActionIcon ml="auto" aria-label="Auswahl aufheben" title="Auswahl aufheben" onClick={onClear}>
            <X size={20} aria-hidden />
          </ActionIcon>
        </SelectionCard>
      )}
      <BulkRunDialog run={run} onForget={onForget} />
    </>
  )
}
