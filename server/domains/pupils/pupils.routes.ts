import { binSince } from '#contract/bin.ts'
import { MESSAGES, sortTerms } from '#contract/formats.ts'
import { listedField, mayList } from '#contract/pupils/listed-fields.ts'
import { conditionsIn, readConditions } from '#contract/pupils/pupil-conditions.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { type PupilPageQuery, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { restrictedMark } from '#contract/restrictions/restricted-subjects.ts'
import { classDay } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolyearState } from '#contract/schoolyears/schoolyears.states.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { listFormClasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { listGrades } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { findSchoolyear, listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { forbidden, found, invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { pupilChangeRoutes } from './pupils.change.routes.ts'
import { withAnswers } from './pupils.conditions.queries.ts'
import { findVisiblePupil } from './pupils.details.queries.ts'
import type { PupilFilters } from './pupils.filters.queries.ts'
import { listPupilIds, listPupils } from './pupils.list.queries.ts'
import { pupilNoteRoutes } from './pupils.notes.routes.ts'
import { getPupilStats } from './pupils.stats.queries.ts'
import { visibleFields } from './visible-fields.ts'

/** Which pupils are asked for, and with what. */
type Asked = PupilFilters & Pick<PupilPageQuery, 'columns'>

/** First the years that are not over, then the others; the newest first. */
const sortYears = (years: Awaited<ReturnType<typeof listSchoolyears>>) => {
  const newest = years.map(({ id, name, state }) => ({ id, name, state: state as SchoolyearState })).reverse()
  return [...newest.filter(({ state }) => state !== 'closed'), ...newest.filter(({ state }) => state === 'closed')]
}

/** Columns and conditions name fields that this viewer sees on the page of a pupil; no others. */
function refuseUnseenFields({ filter, columns = [] }: Asked, permissions: Acting['viewer']['permissions']) {
  const isColumn = (key: string) => listedField(key)?.isColumn && mayList(key, permissions)
  if (!columns.every(isColumn)) throw invalid({ columns: [MESSAGES.boolean] })
  if (filter === undefined) return
  const conditions = readConditions(filter)
  if (!conditions || !conditionsIn(conditions).every(({ field }) => mayList(field, permissions)))
    throw invalid({ filter: [MESSAGES.boolean] })
}

/** A filter on data that the viewer may not see would reveal them, so it is refused. */
function refuseUnseen(filters: Asked, { viewer }: Pick<Acting, 'viewer'>) {
  if (filters.bin && !viewer.permissions.includes('manage pupil')) throw forbidden()
  if (filters.missing?.includes('confirmation') && !viewer.permissions.includes('view pupil sensitive'))
    throw invalid({ missing: [MESSAGES.boolean] })
  refuseUnseenFields(filters, viewer.permissions)
  if (visibleFields(viewer).contacts) return
  // The order of birth dates would reveal who is older.
  if (sortTerms(filters.sort).some(({ key }) => key === 'birthdate')) throw invalid({ sort: [MESSAGES.boolean] })
  for (const field of ['birth_month', 'missing', 'on'] as const)
    if (filters[field] !== undefined) throw invalid({ [field]: [MESSAGES.boolean] })
}

/** The day for which pupils are listed: today, or for a school year the day for which its classes are shown. */
async function readListing(tx: SchoolTransaction, filters: Asked, { viewer, today, now }: Acting) {
  refuseUnseen(filters, { viewer })
  const { school_year_id: yearId, bin, on } = filters
  const year = yearId === undefined ? undefined : await findSchoolyear(tx, yearId)
  if (yearId !== undefined && !year) throw invalid({ school_year_id: [MESSAGES.boolean] })
  const conditions = filters.filter === undefined ? undefined : readConditions(filters.filter)
  const listing = {
    ...{ viewer, today, day: on ?? (year ? classDay(year, today) : today) },
    ...(conditions && { conditions: await withAnswers(tx, conditions, today) }),
  }
  return bin ? { ...listing, binSince: binSince(now) } : listing
}

/** Reading pupils. */
export function pupilRoutes(routes: Routes, platform: Platform) {
  pupilChangeRoutes(routes, platform)
  pupilNoteRoutes(routes)

  const { route } = routes
  route(pupilEndpoints.list, async ({ tx, query, ...call }) => {
    const listing = await readListing(tx, query, call)
    const { page, per_page } = query
    const columns = [...new Set(query.columns)]
    return { ...(await listPupils(tx, { ...query, columns }, listing)), page, per_page }
  })

  route(pupilEndpoints.ids, async ({ tx, query, ...call }) => {
    const listing = await readListing(tx, query, call)
    return { ids: await listPupilIds(tx, query, listing) }
  })

  route(pupilEndpoints.formOptions, async ({ tx, viewer, today }) => {
    const classes = await listFormClasses(tx, viewer, today)
    const seesAll = viewer.permissions.includes('view pupil')
    const isOffered = (grade: number) =>
      seesAll ||
      classes.some((one) => one.schoolgrade.grade <= grade && grade <= (one.grade_to ?? one.schoolgrade.grade))
    return {
      schoolclasses: classes.map(({ id, classgradePlain, schoolgrade }) => ({ id, classgradePlain, schoolgrade })),
      schoolgrades: (await listGrades(tx))
        .filter(({ grade }) => isOffered(grade))
        .map(({ id, grade, name }) => ({ id, grade, name })),
      schoolyears: sortYears(await listSchoolyears(tx)),
    }
  })

  route(pupilStatsEndpoints.get, ({ tx, viewer, today }) => getPupilStats(tx, { viewer, today }))

  route(pupilDetailsEndpoints.get, async ({ tx, viewer, params, today, now, ...call }) => {
    const pupil = found(await findVisiblePupil(tx, params.id, { viewer, today, now }))
    return { ...pupil, ...restrictedMark(call) }
  })
}
