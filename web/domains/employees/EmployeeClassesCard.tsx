import { ActionIcon, Button, Card, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import type { ClassFunction, EmployeeDetails } from '#contract/employees/employees.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import classes from '#web/ui/record-page.module.css'
import { endFunction } from './end-function.tsx'
import { FUNCTION_LABELS, openFunctions, periodText, roleText } from './function-texts.ts'
import type { EmployeeDialogs } from './use-employee-dialogs.tsx'

interface FunctionListProps {
  id: string
  title: string
  functions: readonly ClassFunction[]
  today: string
  /** The last day of an employee who still works here. */
  exit?: string | null
  /** Missing: none of these can be ended. */
  onEnd?: ((one: ClassFunction) => void) | undefined
  /** Says in each line which function it was. */
  isMixed?: boolean
}

const FunctionList = ({ id, title, functions, today, exit = null, onEnd, isMixed = false }: FunctionListProps) => (
  <>
    <Title order={3} id={id} className={classes.section ?? ''}>
      {title}
    </Title>
    <ul className={classes.list} aria-labelledby={id}>
      {functions.map((one) => (
        <li key={`${one.schoolclass.id} ${one.function} ${one.date_start}`}>
          <span>
            <Link {...linkTarget(paths.schoolclass(one.schoolclass.id))}>{one.schoolclass.classgradePlain}</Link>
            <span className={classes.quiet}>
              {isMixed && ` · ${FUNCTION_LABELS[one.function]}`} · {one.school_year.name}
            </span>
          </span>
          <span className={classes.period}>
            <span className={classes.quiet}>{periodText(one, today, exit)}</span>
            {onEnd && one.school_year.state !== 'closed' && (
              <ActionIcon aria-label={`Beenden: ${roleText(one)}`} onClick={() => onEnd(one)}>
                <X size={20} aria-hidden />
              </ActionIcon>
            )}
          </span>
        </li>
      ))}
    </ul>
  </>
)

interface EmployeeClassesCardProps {
  employee: EmployeeDetails
  today: string
  dialogs: Pick<EmployeeDialogs, 'open'>
}

/** Classes somebody leads or is assigned to, now, from later on and before; they are given and taken away (ux §3.6). */
export const EmployeeClassesCard = ({ employee, today, dialogs }: EmployeeClassesCardProps) => {
  const mayGive = useMay()('manage schoolclass') && employee.active
  const open = openFunctions(employee.functions, today)
  const former = employee.functions.filter((one) => !open.includes(one))
  const onEnd = mayGive ? (one: ClassFunction) => void endFunction({ employee, one, today }) : undefined
  const held = (wanted: ClassFunction['function']) => open.filter((one) => one.function === wanted)
  const exit = employee.active ? employee.date_exit : null
  const kinds = [
    { id: 'responsible', title: 'Klassenleitung', functions: held('responsible'), exit, onEnd },
    { id: 'assigned', title: 'Zugeordnet', functions: held('assigned'), exit, onEnd },
    { id: 'former', title: 'Früher', functions: former, isMixed: true },
  ]
  return (
    <Card component="section" aria-labelledby="classes">
      <Title order={2} id="classes">
        Klassen
      </Title>
      {open.length === 0 && <p className={classes.quiet}>Zurzeit keine.</p>}
      {kinds
        .filter(({ functions }) => functions.length > 0)
        .map((kind) => (
          <FunctionList key={kind.id} {...kind} today={today} />
        ))}
      {mayGive && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={<Plus size={20} aria-hidden />}
            onClick={() => dialogs.open('class', employee.id)}
          >
            Klasse geben
          </Button>
        </div>
      )}
    </Card>
  )
}
