import { mayRollOver, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { commitRollover } from './commit-rollover.ts'
import { findNextChange } from './find-next-change.ts'
import { nameReport } from './name-report.ts'
import { getYears, rehearseRollover } from './rehearse-rollover.ts'
import { findRollover, listRollovers, type StoredRollover } from './rollovers.queries.ts'
import { forbidWrites } from './rollovers.situation.queries.ts'
import { discardPlan, getStoredPlan, savePlan } from './save-plan.ts'
import { findUndoRefusal, undoRollover } from './undo-rollover.ts'

/** An endpoint checks one permission, but the year change needs two (domain §3.4). */
const requireBoth = ({ permissions }: SchoolViewer) => {
  if (!mayRollOver(permissions)) throw forbidden()
}

const toRow = async (tx: SchoolTransaction, rollover: StoredRollover, today: string) => {
  const { id, from_year, to_year, counts, created_at, created_by, undone_at, undone_by } = rollover
  const undo_refusal = await findUndoRefusal(tx, rollover, today)
  return { id, from_year, to_year, counts, created_at, created_by, undone_at, undone_by, undo_refusal }
}

/** The year change: rehearsed, carried out, shown and undone. */
export function rolloverRoutes({ route }: Routes) {
  route(rolloverEndpoints.list, async ({ tx, viewer, today }) => {
    requireBoth(viewer)
    const [next, stored] = await Promise.all([findNextChange(tx), listRollovers(tx)])
    const rollovers = []
    for (const rollover of stored) rollovers.push(await toRow(tx, rollover, today))
    return { ...next, rollovers }
  })

  route(rolloverEndpoints.rehearse, async ({ tx, viewer, body, today }) => {
    requireBoth(viewer)
    await forbidWrites(tx)
    const { report, leavers } = await rehearseRollover(tx, { plan: body, years: await getYears(tx, body), today })
    return nameReport(tx, report, leavers)
  })

  route(rolloverEndpoints.plan, async ({ tx, viewer, query, today }) => {
    requireBoth(viewer)
    return { kept: await getStoredPlan(tx, { yearId: query.to_year_id, today }) }
  })

  route(rolloverEndpoints.savePlan, async ({ tx, viewer, body, now }) => {
    requireBoth(viewer)
    return savePlan(tx, body, { viewer, now })
  })

  route(rolloverEndpoints.discardPlan, async ({ tx, viewer, query }) => {
    requireBoth(viewer)
    return discardPlan(tx, { yearId: query.to_year_id, version: query.version })
  })

  route(rolloverEndpoints.commit, async ({ tx, viewer, body, now, today }) => {
    requireBoth(viewer)
    return commitRollover(tx, body, { viewer, now, today })
  })

  route(rolloverEndpoints.get, async ({ tx, viewer, params, today }) => {
    requireBoth(viewer)
    const rollover = await findRollover(tx, params.id)
    if (!rollover) throw notFound()
    const { school_type } = await getSchool(tx)
    const report = await nameReport(tx, rollover.report)
    return { ...(await toRow(tx, rollover, today)), report, school_type: school_type as SchoolType }
  })

  route(rolloverEndpoints.undo, async ({ tx, viewer, params, now, today }) => {
    requireBoth(viewer)
    return undoRollover(tx, { id: params.id, viewer, now, today })
  })
}
