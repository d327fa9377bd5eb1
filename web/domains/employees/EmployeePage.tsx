import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Printer, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TYPE_LABELS, SALUTATION_LABELS } from '#contract/employees/employee.record.ts'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { useToday } from '#web/api/base-data.ts'
import { ApiFailure } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import type { PageProps } from '#web/shell/page-route.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import classes from '#web/ui/record-page.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { EmployeeAccountCard } from './EmployeeAccountCard.tsx'
import { EmployeeClassesCard } from './EmployeeClassesCard.tsx'
import { EmployeeContactCard, EmployeeProofCard } from './EmployeeContactCard.tsx'
import { EmployeeExitCard } from './EmployeeExitCard.tsx'
import { removeEmployee } from './employee-actions.tsx'
import { employeeQuery } from './employee-queries.ts'
import { useEmployeeDialogs } from './use-employee-dialogs.tsx'

/** Awaited by the router: what is no number is as unknown as a number nobody has. */
export const loadEmployee = async ({ params: { id = '' } }: PageProps) => {
  if (!/^\d{1,15}$/.test(id)) throw new ApiFailure({ status: 404 })
  return queryClient.ensureQueryData(employeeQuery(Number(id)))
}

const EmployeeLead = ({ employee }: { employee: EmployeeDetails }) => {
  const { active, date_exit, salutation, employee_type, short_name, also_at } = employee
  const facts = [
    salutation !== 'none' && SALUTATION_LABELS[salutation],
    EMPLOYEE_TYPE_LABELS[employee_type],
    `Kürzel ${short_name}`,
    also_at.length > 0 && `auch an: ${also_at.join(', ')}`,
  ]
  return (
    <p className={classes.lead}>
      {!active && date_exit && (
        <StatusChip tone="neutral" icon="cross">{`ausgeschieden am ${formatDate(date_exit)}`}</StatusChip>
      )}
      {active && date_exit && (
        <StatusChip tone="attention" icon="alert">{`geht am ${formatDate(date_exit)}`}</StatusChip>
      )}
      <span>{facts.filter(Boolean).join(' · ')}</span>
    </p>
  )
}

const EmployeeCards = ({ employee }: { employee: EmployeeDetails }) => {
  const today = useToday()
  const navigate = useNavigate()
  const dialogs = useEmployeeDialogs()
  const { id, title } = employee
  const edit = () => dialogs.open('edit', id)
  usePageKeys({ e: edit })
  const remove = async () => {
    if (await removeEmployee(employee)) await navigate({ to: paths.employees })
  }
  // A button that was pressed may be gone with what it did.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what may have taken the focus away
  useEffect(focusTitleIfLost, [employee])
  const name = [title, fullName(employee)].filter(Boolean).join(' ')
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Mitarbeitende', to: paths.employees }]} current={name} />}
        actions={
          <>
            <Button
              variant="subtle"
              color="red"
              leftSection={<Trash2 size={20} aria-hidden />}
              onClick={() => void remove()}
            >
              Löschen
            </Button>
            <Button
              variant="default"
              leftSection={<Printer size={20} aria-hidden />}
              onClick={() => window.print()}
              visibleFrom="sm"
            >
              Drucken
            </Button>
            <Button data-primary leftSection={<Pencil size={20} aria-hidden />} onClick={edit}>
              Bearbeiten
            </Button>
          </>
        }
      >
        {name}
      </PageTitle>
      <PrintHead today={today} />
      <EmployeeLead employee={employee} />
      <div className={classes.cards}>
        <EmployeeContactCard employee={employee} />
        <EmployeeClassesCard employee={employee} today={today} dialogs={dialogs} />
        <EmployeeAccountCard employee={employee} dialogs={dialogs} />
        <EmployeeExitCard employee={employee} dialogs={dialogs} />
        <EmployeeProofCard employee={employee} />
      </div>
      {dialogs.shown}
    </>
  )
}

/** Ux §3.6, domain §3.6: one person with contact, classes, account and exit. */
export const EmployeePage = ({ params: { id = '' } }: PageProps) => {
  const employee = useQuery(employeeQuery(Number(id))).data
  return employee && <EmployeeCards employee={employee} />
}
