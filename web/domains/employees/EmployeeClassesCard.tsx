import { ActionIcon, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import type { ClassFunction, EmployeeDetails, EmployeeRow } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { alertDialog, confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import classes from '#web/ui/record-page.module.css'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { takingChange } from './class-staff-change.ts'
import { act, actAndNotify } from './employee-actions.tsx'
import { loadClassAnew } from './employee-queries.ts'
import { FUNCTION_LABELS, openFunctions, PLANNED_ANEW, periodText, roleText } from './employee-texts.ts'
import type { EmployeeDialogs } from './use-employee-dialogs.tsx'

/** Takes a class away from today on, or before the function begins; the way back gives it again. */
const endFunction = async ({
  employee,
  one,
  today,
}: {
  employee: Pick<EmployeeRow, 'id' | 'firstname' | 'lastname'>
  one: ClassFunction
  today: string
}) => {
  const { id } = one.schoolclass
  const isToCome = one.date_start > today
  const isWanted = await confirmDialog({
    title: 'Zuordnung beenden?',
    message: `${fullName(employee)} ${isToCome ? 'wird nicht' : 'ist ab heute nicht mehr'} ${roleText(one)}.`,
    accept: 'Beenden',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const schoolclass = await loadClassAnew(id).catch(explainFailure)
  if (!schoolclass) return
  const from = isToCome ? one.date_start : today
  const taking = takingChange(schoolclass, { employeeId: employee.id, function: one.function, from })
  if (!taking) return alertDialog({ title: 'Hinweis', message: PLANNED_ANEW, type: 'attention' })
  const send = (body: object) => call(schoolclassEndpoints.change, { params: { id }, body })
  const about = `class ${id}`
  const message = await act(about, () => send({ ...taking.change, version: schoolclass.version }))
  if (message === undefined) return
  notify('Die Zuordnung ist beendet.', {
    about: `employee ${employee.id}`,
    undo: () => actAndNotify(about, () => send(taking.undo)),
  })
}

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
    <Title order={3} id={id} mt="md">
      {title}
    </Title>
    <ul className={`sh-plain-list ${classes.list}`} aria-labelledby={id}>
      {functions.map((one) => (
        <li key={`${one.schoolclass.id} ${one.function} ${one.date_start}`}>
          <span>
            <Link {...linkTarget(paths.schoolclass(one.schoolclass.id))}>{one.schoolclass.classgradePlain}</Link>
            <span className="sh-quiet sh-flush">
              {isMixed && ` · ${FUNCTION_LABELS[one.function]}`} · {one.school_year.name}
            </span>
          </span>
          <span className="sh-inline sh-gap-2">
            <span className="sh-quiet sh-flush">{periodText(one, today, exit)}</span>
            {onEnd && one.school_year.state !== 'closed' && (
              <ActionIcon
                className="sh-screen-only"
                aria-label={`Beenden: ${roleText(one)}`}
                onClick={() => onEnd(one)}
              >
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
    <TitledCard id="classes" title="Klassen">
      {open.length === 0 && <p className="sh-quiet sh-flush">Zurzeit keine.</p>}
      {kinds
        .filter(({ functions }) => functions.length > 0)
        .map((kind) => (
          <FunctionList key={kind.id} {...kind} today={today} />
        ))}
      {mayGive && (
        <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
          <IconButton icon={Plus} onClick={() => dialogs.open('class', employee.id)}>
            Klasse zuordnen
          </IconButton>
        </div>
      )}
    </TitledCard>
  )
}
