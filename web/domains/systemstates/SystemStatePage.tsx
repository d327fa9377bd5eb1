import { useQuery } from '@tanstack/react-query'
import { CircleCheck, KeyRound } from 'lucide-react'
import type { TaskRun } from '#contract/systemstates/systemstates.facts.ts'
import { taskLabel } from '#contract/systemstates/systemstates.texts.ts'
import { type SystemReport, systemStateEndpoints } from '#contract/systemstates/systemstates.ts'
import { queryFor } from '#web/api/queries.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { clockText, durationText, rowsOf, type SystemRow, type Task, tasksOf } from './system-rows.ts'

/** The page looks again by itself, without a sign while it does. */
const POLL_SECONDS = 60

const LOOKS: Record<SystemRow['state'], StatusLook & { text: string }> = {
  fine: { tone: 'positive', icon: 'check', text: 'in Ordnung' },
  pending: { tone: 'neutral', icon: 'dot', text: 'steht noch aus' },
  advice: { tone: 'attention', icon: 'alert', text: 'prüfen' },
  alarm: { tone: 'negative', icon: 'cross', text: 'handeln' },
}

const Chip = ({ state }: { state: SystemRow['state'] }) => {
  const { text, ...look } = LOOKS[state]
  return <StatusChip {...look}>{text}</StatusChip>
}

const moment = (at: string | null) => (at ? clockText(at) : '–')

const TaskItem = ({ kind, title, since, text }: Task) => (
  <li className="sh-padded-3">
    <div className="sh-row sh-gap-2">
      <Chip state={kind} />
      <h3 className="sh-flush sh-breaks">{title}</h3>
    </div>
    <p className="sh-flush sh-above-1 sh-measure">{text}</p>
    {since && <p className="sh-flush sh-quiet sh-small sh-figures">Seit {moment(since)}</p>}
  </li>
)

/** What to do, or that there is nothing. */
const ToDoCard = ({ tasks }: { tasks: readonly Task[] }) => (
  <TitledCard id="zu-tun" title="Zu tun">
    {tasks.length === 0 ? (
      <p className="sh-line sh-gap-2 sh-flush sh-above-2 sh-good">
        <CircleCheck size={20} aria-hidden />
        Es ist alles in Ordnung. Sie müssen nichts tun.
      </p>
    ) : (
      <ul className="sh-plain-list sh-ruled">
        {tasks.map((task) => (
          <TaskItem key={task.title} {...task} />
        ))}
      </ul>
    )}
  </TitledCard>
)

const ROW_COLUMNS: readonly PlainColumn<SystemRow>[] = [
  { title: 'Bereich', isName: true, cell: ({ name }) => name },
  { title: 'Zustand', cell: ({ state }) => <Chip state={state} /> },
  {
    title: 'Stand',
    className: 'sh-breaks',
    cell: ({ value, detail }) => (
      <div className="sh-figures">
        {value}
        {detail && <span className="sh-quiet sh-small sh-block">{detail}</span>}
      </div>
    ),
  },
]

const RUN_COLUMNS: readonly PlainColumn<TaskRun>[] = [
  { title: 'Aufgabe', isName: true, cell: ({ task }) => taskLabel(task) },
  { title: 'Zuletzt gelungen', className: 'sh-figures', cell: ({ finished_at }) => moment(finished_at) },
  { title: 'Dauer', cell: ({ seconds }) => (seconds === null ? '–' : durationText(seconds)) },
  { title: 'Zuletzt gescheitert', className: 'sh-figures', cell: ({ failed_at }) => moment(failed_at) },
]

const byName = (tasks: readonly TaskRun[]) =>
  tasks.toSorted((a, b) => taskLabel(a.task).localeCompare(taskLabel(b.task), 'de'))

const Report = ({ report }: { report: SystemReport }) => {
  const { at, database } = report.facts
  return (
    <div className="sh-column sh-gap-5">
      <p className="sh-quiet sh-flush">Stand {moment(at)}. Die Seite aktualisiert sich jede Minute.</p>
      <ToDoCard tasks={tasksOf(report)} />
      <TitledCard id="bereiche" title="Alle Bereiche" gap="xs">
        <PlainTable
          caption="Zustand der Bereiche"
          isStacked
          columns={ROW_COLUMNS}
          rows={rowsOf(report)}
          rowKey={({ name }) => name}
        />
      </TitledCard>
      <TitledCard id="aufgaben" title="Regelmäßige Aufgaben" gap="xs">
        {database.tasks.length === 0 ? (
          <p className="sh-quiet sh-flush">Noch ist keine Aufgabe gelaufen.</p>
        ) : (
          <PlainTable
            caption="Regelmäßige Aufgaben"
            isStacked
            columns={RUN_COLUMNS}
            rows={byName(database.tasks)}
            rowKey={({ task }) => task}
          />
        )}
      </TitledCard>
    </div>
  )
}

/** How the installation is, for admins: first what needs doing, then the quiet lines. */
export const SystemStatePage = () => {
  const query = useQuery(queryFor(systemStateEndpoints.read, {}, { quiet: true, pollSeconds: POLL_SECONDS }))
  return (
    <>
      <PageHead
        actions={
          <>
            {query.data && <PrintButton />}
            <IconButton icon={KeyRound} to={paths.identityProviders}>
              Anmeldedienste
            </IconButton>
          </>
        }
      >
        Systemzustand
      </PageHead>
      <Loaded query={query}>{(report) => <Report report={report} />}</Loaded>
    </>
  )
}
