import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import type { PreviewQuery } from '#contract/retentions/retentions.lists.ts'
import { isPreviewed } from '#contract/retentions/retentions.rules.ts'
import {
  type DueRow,
  retentionEndpoints as endpoints,
  type HeldRow,
  RETENTION_TEXTS,
  type RegistrationRetention,
  type RetentionPreview,
} from '#contract/retentions/retentions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { erasureOnRequestRoutes } from '#server/domains/retentions/on-request/on-request.routes.ts'
import { peopleRetentionRoutes } from '#server/domains/retentions/people/people.routes.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { endHold, holdRetention } from './hold-retention.ts'
import { previewLists } from './preview-lists.ts'
import { readTasks } from './read-tasks.ts'
import { readPlan } from './retention-plan.ts'
import type { RetainedRow } from './retentions.queries.ts'

const factsOf = (row: RetainedRow) => ({
  registration_id: row.id,
  number: row.number,
  child_firstname: row.child_firstname,
  child_lastname: row.child_lastname,
  desired_grade: row.desired_grade,
  school_year: row.school_year,
  status: row.status,
  is_binned: row.deleted_at !== null,
})

const byDay = (a: DueRow, b: DueRow) => a.due_on.localeCompare(b.due_on) || a.number.localeCompare(b.number)
const byEnd = (a: HeldRow, b: HeldRow) => a.hold.until.localeCompare(b.hold.until) || a.number.localeCompare(b.number)

async function readPreview(tx: SchoolTransaction, query: PreviewQuery, today: string): Promise<RetentionPreview> {
  const { due, held } = await readPlan(tx, today)
  const previewed = due.filter(({ retention }) => isPreviewed(retention, today))
  const lines = {
    due: previewed.map(({ row, retention }) => ({ ...factsOf(row), ...retention })).sort(byDay),
    held: held.flatMap((row) => (row.hold ? [{ ...factsOf(row), hold: row.hold }] : [])).sort(byEnd),
  }
  return previewLists(lines, query, () => 'registration')
}

async function readRetention(tx: SchoolTransaction, id: number, today: string): Promise<RegistrationRetention> {
  if (!(await findRegistration(tx, id))) throw notFound()
  const { due, held } = await readPlan(tx, today, [id])
  return { entries: due.map(({ retention }) => retention), hold: held[0]?.hold ?? null }
}

/** Deadlines of applications as heads see them (domain §5.2, DP-07). */
export function retentionRoutes(routes: Routes) {
  const { route } = routes
  peopleRetentionRoutes(routes)
  erasureOnRequestRoutes(routes)

  route(endpoints.preview, ({ tx, query, today }) => readPreview(tx, query, today))

  route(registrationTaskEndpoints.list, ({ tx, now, today }) => readTasks(tx, { now, today }))

  route(endpoints.get, ({ tx, params, today }) => readRetention(tx, params.registrationId, today))

  route(endpoints.hold, async ({ tx, params, body, ...acting }) => {
    await holdRetention(tx, params.registrationId, { form: body, acting })
    return { message: RETENTION_TEXTS.held }
  })

  route(endpoints.endHold, async ({ tx, params, ...acting }) => {
    await endHold(tx, params.registrationId, acting)
    return { message: RETENTION_TEXTS.holdEnded }
  })
}
