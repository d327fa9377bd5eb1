import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { fullName } from '#contract/person-names.ts'
import {
  type RegistrationTask,
  registrationTaskEndpoints,
  TASK_LABELS,
  type TaskKind,
} from '#contract/registrations/registrations.tasks.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import classes from './retentions.module.css'

/** Where all of them stand, if there are more than the ones that are named. */
const LISTS: Record<TaskKind, string> = {
  withdraw_requested: `${paths.registrations}?school_year_id=alle&withdraw_requested=1`,
  follow_up: `${paths.registrations}?school_year_id=alle&follow_up=1`,
  not_taken_over: `${paths.registrations}?school_year_id=alle&not_taken_over=1`,
  mail_failed: `${paths.registrations}?school_year_id=alle&mail_failed=1`,
  unconfirmed: `${paths.registrations}?school_year_id=alle&long_unconfirmed=1`,
  ask: paths.retentionPreview,
  deletion: paths.retentionPreview,
}
const LIST_TEXTS: Partial<Record<TaskKind, string>> = { ask: 'Löschvorschau', deletion: 'Löschvorschau' }

const TaskLine = ({ task: { kind, count, registrations } }: { task: RegistrationTask }) => {
  const label = count === 1 ? TASK_LABELS[kind].one : TASK_LABELS[kind].many
  const rest = count - registrations.length
  return (
    <li>
      <div className={`sh-words sh-spread ${classes.head}`}>
        <span>
          <strong>{count}</strong> {label}
        </span>
        <Link {...linkTarget(LISTS[kind])} aria-label={`${LIST_TEXTS[kind] ?? 'Zur Liste'}: ${label}`}>
          {LIST_TEXTS[kind] ?? 'Zur Liste'}
        </Link>
      </div>
      <div className="sh-quiet sh-small sh-breaks">
        {registrations.map(({ id, child_firstname, child_lastname }, index) => (
          <Fragment key={id}>
            {index > 0 && ' '}
            <span className={classes.child}>
              <Link to={paths.registration(id)}>
                {fullName({ firstname: child_firstname, lastname: child_lastname })}
              </Link>
              {index < registrations.length - 1 && ','}
            </span>
          </Fragment>
        ))}
        {registrations.length > 0 && rest > 0 && ` und ${rest} weitere`}
      </div>
    </li>
  )
}

/** Domain §9b: what waits for the head among the applications. Nothing while there is nothing, or it cannot be loaded. */
export const RegistrationTasksWidget = () => {
  const { data: tasks = [] } = useQuery(queryFor(registrationTaskEndpoints.list, {}, { quiet: true }))
  if (tasks.length === 0) return null
  return (
    <Card component="section" aria-labelledby="registration-tasks">
      <Title order={2} id="registration-tasks" mb="xs">
        Zu tun bei Bewerbungen
      </Title>
      <ul className={`sh-plain-list ${classes.tasks}`}>
        {tasks.map((task) => (
          <TaskLine key={task.kind} task={task} />
        ))}
      </ul>
    </Card>
  )
}
