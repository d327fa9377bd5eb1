import { ActionIcon, Box, Menu, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DoorOpen, EllipsisVertical, FolderLock, Pencil, Printer, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TYPE_LABELS, SALUTATION_LABELS } from '#contract/employees/employee.record.ts'
import { EMPLOYEE_TEXTS, type EmployeeDetails } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryClient } from '#web/api/query-client.ts'
import { PackageDialogWidget } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import { BackToCircularWidget } from '#web/domains/circulars/BackToCircularWidget.tsx'
import { UnreachableWidget } from '#web/domains/outboxes/UnreachableWidget.tsx'
import { RecordPapersWidget } from '#web/domains/papers/RecordPapersWidget.tsx'
import { RestrictButtonWidget } from '#web/domains/restrictions/RestrictButtonWidget.tsx'
import { RestrictedWidget } from '#web/domains/restrictions/RestrictWidget.tsx'
import { EmployeeClockWidget } from '#web/domains/retentions/EmployeeClockWidget.tsx'
import { paths } from '#web/paths.ts'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { ReachList } from '#web/ui/ReachList.tsx'
import classes from '#web/ui/record-page.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { EmployeeAccountCard } from './EmployeeAccountCard.tsx'
import { EmployeeClassesCard } from './EmployeeClassesCard.tsx'
import { removeEmployee, takeExitBack } from './employee-actions.tsx'
import { employeeQuery } from './employee-queries.ts'
import { isEndDecided } from './employee-texts.ts'
import { type EmployeeDialogs, useEmployeeDialogs } from './use-employee-dialogs.tsx'

/** Awaited by the router. */
export const loadEmployee = async (page: PageProps) => queryClient.ensureQueryData(employeeQuery(idInAddress(page)))

/** How to reach somebody at work; nothing private is kept (domain §1.9). */
const ContactCard = ({ employee: { id, mail, phone } }: { employee: EmployeeDetails }) => (
  <TitledCard id="contact" title="Kontakt" gap="xs">
    <BackToCircularWidget />
    {mail === null && phone === null ? (
      <p className="sh-quiet sh-flush">Es ist keine Telefonnummer und keine E-Mail-Adresse eingetragen.</p>
    ) : (
      <>
        <ReachList mail={mail} phones={phone ? [{ number: phone }] : []} />
        <UnreachableWidget kind="employee" id={id} mail={mail} />
      </>
    )}
  </TitledCard>
)

const accountText = ({ account: { state }, closes_account, active }: EmployeeDetails) => {
  if (state === 'none' || state === 'closed') return undefined
  if (!active) return 'besteht noch'
  return closes_account ? 'endet nach diesem Tag' : 'bleibt bestehen'
}

/** Since when somebody works here, and the last day. */
const ExitCard = ({ employee, dialogs }: { employee: EmployeeDetails; dialogs: EmployeeDialogs }) => {
  const { id, date_entry, date_exit } = employee
  const mayManage = useMay()('manage users')
  return (
    <TitledCard id="exit" title="Beschäftigung" gap="xs">
      <FactList
        facts={[
          { label: 'Eintritt', value: date_entry ? formatDate(date_entry) : 'nicht eingetragen' },
          { label: 'Letzter Tag', value: date_exit && formatDate(date_exit) },
          { label: 'Konto', value: date_exit && accountText(employee) },
        ]}
      />
      {isEndDecided(employee) && !mayManage ? (
        <p className="sh-quiet sh-flush">{EMPLOYEE_TEXTS.closingDecided}</p>
      ) : (
        <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
          <IconButton icon={DoorOpen} onClick={() => dialogs.open('exit', id)}>
            {date_exit ? 'Abgang ändern' : 'Abgang eintragen'}
          </IconButton>
          {date_exit && (
            <IconButton icon={Undo2} onClick={() => void takeExitBack(employee)}>
              Abgang zurücknehmen
            </IconButton>
          )}
        </div>
      )}
    </TitledCard>
  )
}

const seenText = (date: string | null) => (date ? `gesehen am ${formatDate(date)}` : 'noch nicht gesehen')

/** Proofs that were seen, never copies (domain §0.5), and the note of the staff. */
const ProofCard = ({ employee }: { employee: EmployeeDetails }) => (
  <TitledCard id="proofs" title="Nachweise und Notiz" gap="xs">
    <FactList
      isEven
      facts={[
        { label: 'Masernnachweis', value: seenText(employee.measles_proof_seen_at) },
        { label: 'Erweitertes Führungszeugnis', value: seenText(employee.extended_certificate_seen_at) },
      ]}
    />
    <Title order={3} mt="md">
      Notiz
    </Title>
    <p className={employee.note ? 'sh-breaks sh-keeps-lines sh-flush' : 'sh-quiet sh-flush'}>
      {employee.note ?? 'keine'}
    </p>
  </TitledCard>
)

const EmployeeLead = ({ employee }: { employee: EmployeeDetails }) => {
  const { active, date_exit, salutation, employee_type, short_name, also_at } = employee
  const facts = [
    salutation !== 'none' && SALUTATION_LABELS[salutation],
    EMPLOYEE_TYPE_LABELS[employee_type],
    `Kürzel ${short_name}`,
    also_at.length > 0 && `auch an: ${also_at.join(', ')}`,
  ]
  return (
    <Box component="p" mx={0} mt={-12} mb="lg" className="sh-row sh-gap-3 sh-rows-2">
      {!active && date_exit && (
        <StatusChip tone="neutral" icon="cross">{`ausgeschieden am ${formatDate(date_exit)}`}</StatusChip>
      )}
      {active && date_exit && (
        <StatusChip tone="attention" icon="alert">{`geht am ${formatDate(date_exit)}`}</StatusChip>
      )}
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </Box>
  )
}

interface EmployeeActionsMenuProps {
  onPackage: (() => void) | undefined
  onRemove: () => void
}

/** What is done with somebody now and then, as on the page of a pupil. */
const EmployeeActionsMenu = ({ onPackage, onRemove }: EmployeeActionsMenuProps) => (
  <Menu position="bottom-end" width={260}>
    <Menu.Target>
      <ActionIcon variant="default" size={36} aria-label="Weitere Aktionen" data-menu>
        <EllipsisVertical size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <MenuEntry icon={Printer} hiddenFrom="sm" onClick={() => window.print()}>
        Drucken
      </MenuEntry>
      {onPackage && (
        <MenuEntry icon={FolderLock} onClick={onPackage}>
          Auskunft erstellen
        </MenuEntry>
      )}
      <MenuEntry icon={Trash2} isNegative onClick={onRemove}>
        Löschen
      </MenuEntry>
    </Menu.Dropdown>
  </Menu>
)

const EmployeeCards = ({ employee }: { employee: EmployeeDetails }) => {
  const today = useToday()
  const navigate = useNavigate()
  const dialogs = useEmployeeDialogs()
  const { is_restricted } = employee
  const may = useMay()
  const [isPackaging, setPackaging] = useState(false)
  const edit = () => is_restricted || dialogs.open('edit', employee.id)
  usePageKeys({ e: edit })
  const remove = async () => {
    if (await removeEmployee(employee)) await navigate({ to: paths.employees })
  }
  // A button that was pressed may be gone with what it did.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what may have taken the focus away
  useEffect(focusTitleIfLost, [employee])
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Mitarbeitende', to: paths.employees }]}
        actions={
          !is_restricted && (
            <>
              <IconButton icon={Printer} onClick={() => window.print()} visibleFrom="sm">
                Drucken
              </IconButton>
              <IconButton icon={Pencil} data-primary onClick={edit}>
                Bearbeiten
              </IconButton>
              <EmployeeActionsMenu
                onPackage={may('export personal data') ? () => setPackaging(true) : undefined}
                onRemove={() => void remove()}
              />
            </>
          )
        }
      >
        {[employee.title, fullName(employee)].filter(Boolean).join(' ')}
      </PageHead>
      <RestrictedWidget subject="employee" id={employee.id} name={fullName(employee)} isRestricted={is_restricted}>
        <EmployeeLead employee={employee} />
        <div className={classes.cards}>
          <ContactCard employee={employee} />
          <EmployeeClassesCard employee={employee} today={today} dialogs={dialogs} />
          <EmployeeAccountCard employee={employee} dialogs={dialogs} />
          <ExitCard employee={employee} dialogs={dialogs} />
          <ProofCard employee={employee} />
          <RecordPapersWidget subject="employee" id={employee.id} isFixed={is_restricted} />
          <EmployeeClockWidget
            id={employee.id}
            name={fullName(employee)}
            tools={
              !is_restricted && (
                <RestrictButtonWidget size="compact-md" subject="employee" id={employee.id} name={fullName(employee)} />
              )
            }
          />
        </div>
      </RestrictedWidget>
      {dialogs.shown}
      {isPackaging && (
        <PackageDialogWidget
          subject="employee"
          id={employee.id}
          name={fullName(employee)}
          onClose={() => setPackaging(false)}
        />
      )}
    </>
  )
}

/** Ux §3.6, domain §3.6: one person with contact, classes, account and exit. */
export const EmployeePage = ({ params: { id = '' } }: PageProps) => {
  const employee = useQuery(employeeQuery(Number(id))).data
  return employee && <EmployeeCards employee={employee} />
}
