import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { countedIfAny } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import { KIND_COUNTS, STATUS_MAIL_KINDS } from '#contract/registrations/registrations.mail-labels.ts'
import {
  type RegistrationTask,
  registrationTaskEndpoints,
  TASK_LABELS,
  type TaskKind,
} from '#contract/registrations/registrations.tasks.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './retentions.module.css'

const ALL_YEARS = `${paths.registrations}?school_year_id=alle`

/** The list with all of them, if there are more than the named ones. */
const LISTS: Record<TaskKind, string> = {
  withdraw_requested: `${ALL_YEARS}&withdraw_requested=1`,
  agreement_declined: `${ALL_YEARS}&agreement_declined=1`,
  not_informed: `${ALL_YEARS}&not_informed=1`,
  follow_up: `${ALL_YEARS}&follow_up=1`,
  not_taken_over: `${ALL_YEARS}&not_taken_over=1`,
  mail_failed: `${ALL_YEARS}&mail_failed=1`,
  unconfirmed: `${ALL_YEARS}&long_unconfirmed=1`,
  ask: paths.retentionPreview,
  deletion: paths.retentionPreview,
}

const DECISIONS: typeof KIND_COUNTS = { ...KIND_COUNTS, waiting: ['auf der Warteliste', 'auf der Warteliste'] }

/** „2 Zusagen, 4 Absagen“; of one decision its kind alone. */
const decisionsText = ({ count, decisions }: RegistrationTask) =>
  decisions &&
  STATUS_MAIL_KINDS.flatMap((kind) => {
    const text = countedIfAny(decisions[kind] ?? 0, ...DECISIONS[kind])
    return count === 1 && text.length > 0 ? [DECISIONS[kind][0]] : text
  }).join(', ')

const TaskLine = ({ task, task: { kind, count, registrations } }: { task: RegistrationTask }) => {
  const label = count === 1 ? TASK_LABELS[kind].one : TASK_LABELS[kind].many
  const listText = LISTS[kind] === paths.retentionPreview ? 'Löschvorschau' : 'Zur Liste'
  const rest = count - registrations.length
  const decisions = decisionsText(task)
  return (
    <li className="sh-padded-2">
      <div className="sh-words sh-spread">
        <span>
          <strong className="sh-figures">{count}</strong> {label}
          {decisions && <span className="sh-figures">{`: ${decisions}`}</span>}
        </span>
        <Link {...linkTarget(LISTS[kind])} className="sh-screen-only" aria-label={`${listText}: ${label}`}>
          {listText}
        </Link>
      </div>
      <div className="sh-quiet sh-small sh-breaks">
        {registrations.map(({ id, child_firstname, child_lastname }, index) => (
          <Fragment key={id}>
            {index > 0 && ' '}
            {/* No comma begins a line; a name that is too long for one breaks inside. */}
            <span style={{ display: 'inline-block' }}>
              <Link to={paths.registration(id)} className="sh-ink">
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

interface TasksWidgetProps {
  /** Whether the person works on applications here. */
  hasApplications: boolean
  /** How many pupils have a confidential entry to confirm, once a year; no line ever names the kind (domain §5.3). */
  toConfirm: number
  /** Lines of other domains that come before these. */
  first: ReactNode
  /** Lines of other domains that nobody waits for: after these. */
  children: ReactNode
}

/** Domain §9b: what waits for the head. Nothing while there is nothing, or it cannot be loaded. */
export const TasksWidget = ({ hasApplications, toConfirm, first, children }: TasksWidgetProps) => {
  const { data: tasks = [] } = useQuery({
    ...queryFor(registrationTaskEndpoints.list, {}, { quiet: true }),
    enabled: hasApplications,
  })
  return (
    <div className={classes.card}>
      <TitledCard id="tasks" title="Zu tun" gap="xs">
        <ul className={`sh-plain-list sh-ruled ${classes.tasks}`}>
          {first}
          {tasks.map((task) => (
            <TaskLine key={task.kind} task={task} />
          ))}
          {toConfirm > 0 && (
            // The printed day is one sheet (ux §3.2), and this is not about the day.
            <li className="sh-words sh-spread sh-padded-2 sh-screen-only">
              <span>
                <strong className="sh-figures">{toConfirm}</strong> {toConfirm === 1 ? 'Kind' : 'Kinder'}: vertrauliche
                Angaben bestätigen oder löschen
              </span>
              <Link to={paths.pupils} search={{ missing: 'confirmation' }} aria-label="Zur Liste: vertrauliche Angaben">
                Zur Liste
              </Link>
            </li>
          )}
          {children}
        </ul>
      </TitledCard>
    </div>
  )
}
