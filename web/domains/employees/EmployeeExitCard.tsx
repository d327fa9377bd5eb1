import { Button, Card, Title } from '@mantine/core'
import { DoorOpen, Undo2 } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import type { EmployeeDetails } from '#contract/employees.ts'
import { FactList } from '#web/ui/FactList.tsx'
import classes from './EmployeePage.module.css'
import { takeExitBack } from './employee-actions.tsx'
import type { EmployeeDialogs } from './use-employee-dialogs.tsx'

interface EmployeeExitCardProps {
  employee: EmployeeDetails
  dialogs: Pick<EmployeeDialogs, 'open'>
}

const accountText = ({ account: { state }, closes_account, active }: EmployeeDetails) => {
  if (!active || state === 'none' || state === 'closed') return undefined
  return closes_account ? 'endet nach diesem Tag' : 'bleibt bestehen'
}

/** Since when somebody works here, and the last day. */
export const EmployeeExitCard = ({ employee, dialogs }: EmployeeExitCardProps) => {
  const { id, date_entry, date_exit } = employee
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
    </Card>
  )
}
