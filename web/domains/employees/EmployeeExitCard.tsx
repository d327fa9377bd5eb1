import { Button, Card, Title } from '@mantine/core'
import { DoorOpen, Undo2 } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TEXTS, type EmployeeDetails } from '#contract/employees/employees.ts'
import { useMay } from '#web/api/base-data.ts'
import { FactList } from '#web/ui/FactList.tsx'
import classes from '#web/ui/record-page.module.css'
import { isEndDecided } from './account-look.ts'
import { takeExitBack } from './employee-actions.tsx'
import type { EmployeeDialogs } from './use-employee-dialogs.tsx'

interface EmployeeExitCardProps {
  employee: EmployeeDetails
  dialogs: Pick<EmployeeDialogs, 'open'>
}

const accountText = ({ account: { state }, closes_account, active }: EmployeeDetails) => {
  if (state === 'none' || state === 'closed') return undefined
  if (!active) return 'besteht noch'
  return closes_account ? 'endet nach diesem Tag' : 'bleibt bestehen'
}

/** Since when somebody works here, and the last day. */
export const EmployeeExitCard = ({ employee, dialogs }: EmployeeExitCardProps) => {
  const { id, date_entry, date_exit } = employee
  const mayManage = useMay()('manage users')
  const isBound = isEndDecided(employee) && !mayManage
  return (
    <Card component="section" aria-labelledby="exit">
      <Title order={2} id="exit" mb="xs">
        Beschäftigung
      </Title>
      <FactList
        facts={[
          { label: 'Eintritt', value: date_entry ? formatDate(date_entry) : 'nicht eingetragen' },
          { label: 'Letzter Tag', value: date_exit && formatDate(date_exit) },
          { label: 'Konto', value: date_exit && accountText(employee) },
        ]}
      />
      {isBound ? (
        <p className={classes.quiet}>{EMPLOYEE_TEXTS.closingDecided}</p>
      ) : (
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<DoorOpen size={20} aria-hidden />}
            onClick={() => dialogs.open('exit', id)}
          >
            {date_exit ? 'Abgang ändern' : 'Abgang eintragen'}
          </Button>
          {date_exit && (
            <Button
              variant="default"
              leftSection={<Undo2 size={20} aria-hidden />}
              onClick={() => void takeExitBack(employee)}
            >
              Abgang zurücknehmen
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
