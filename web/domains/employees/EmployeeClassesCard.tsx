import { Card, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ClassFunction, EmployeeDetails } from '#contract/employees.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import classes from './EmployeePage.module.css'
import { FUNCTION_LABELS, openFunctions, periodText } from './function-texts.ts'

interface FunctionListProps {
  id: string
  title: string
  functions: readonly ClassFunction[]
  today: string
  /** Says in each line which function it was. */
  isMixed?: boolean
}

const FunctionList = ({ id, title, functions, today, isMixed = false }: FunctionListProps) => (
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
          <span className={classes.quiet}>{periodText(one, today)}</span>
        </li>
      ))}
    </ul>
  </>
)

/** Classes somebody leads or is assigned to, now, from later on and before (ux §3.6). */
export const EmployeeClassesCard = ({ employee, today }: { employee: EmployeeDetails; today: string }) => {
  const open = openFunctions(employee.functions, today)
  const former = employee.functions.filter((one) => !open.includes(one))
  const kinds = [
    { id: 'responsible', title: 'Klassenleitung', functions: open.filter((one) => one.function === 'responsible') },
    { id: 'assigned', title: 'Zugeordnet', functions: open.filter((one) => one.function === 'assigned') },
    { id: 'former', title: 'Früher', functions: former, isMixed: true },
  ]
  return (
    <Card component="section" aria-labelledby="classes">
      <Title order={2} id="classes">
        Klassen
      </Title>
      {open.length === 0 && (
        <p className={classes.quiet}>Zurzeit keine. Klassen vergeben Sie auf der Seite der Klasse.</p>
      )}
      {kinds
        .filter(({ functions }) => functions.length > 0)
        .map((kind) => (
          <FunctionList key={kind.id} {...kind} today={today} />
        ))}
    </Card>
  )
}
