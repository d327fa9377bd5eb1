import { isStatusMailKind } from '#contract/registrations/registrations.mail-labels.ts'
import { type RegistrationTask, TASK_KINDS, TASK_NAMED } from '#contract/registrations/registrations.tasks.ts'
import { isPreviewed } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { ASKED_TASKS, listOfTask } from './registration-tasks.queries.ts'
import { readPlan } from './retention-plan.ts'

interface TaskRow {
  id: number
  status: string
  child_firstname: string
  child_lastname: string
  deleted_at?: string | null
}

const decisionsOf = (found: readonly TaskRow[]) => {
  const counts: NonNullable<RegistrationTask['decisions']> = {}
  for (const { status } of found) if (isStatusMailKind(status)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const taskOf = (kind: RegistrationTask['kind'], found: readonly TaskRow[]): RegistrationTask[] =>
  found.length === 0
    ? []
    : [
        {
          kind,
          count: found.length,
          // Applications in the bin count, but have no page to which a name could link.
          registrations: found
            .filter(({ deleted_at = null }) => deleted_at === null)
            .slice(0, TASK_NAMED)
            .map(({ id, child_firstname, child_lastname }) => ({ id, child_firstname, child_lastname })),
          ...(kind === 'not_informed' && { decisions: decisionsOf(found) }),
        },
      ]

/** The tasks for the head of the bound school (domain §9b); tasks without any application are left out. */
export async function readTasks(tx: SchoolTransaction, { now, today }: { now: Date; today: string }) {
  const queried = await Promise.all(
    ASKED_TASKS.map(async (kind) => taskOf(kind, await listOfTask(tx, kind, { now, today }))),
  )
  const { due } = await readPlan(tx, today)
  const previewed = due.filter(({ retention }) => isPreviewed(retention, today))
  const rowsOf = (action: string) =>
    previewed.filter(({ retention }) => retention.action === action).map(({ row }) => row)
  const tasks = [...queried.flat(), ...taskOf('ask', rowsOf('ask')), ...taskOf('deletion', rowsOf('delete'))]
  return tasks.sort((a, b) => TASK_KINDS.indexOf(a.kind) - TASK_KINDS.indexOf(b.kind))
}
