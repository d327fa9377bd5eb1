import { MESSAGES, sortTerms } from '#contract/formats.ts'
import { pupilDetailsEndpoints } from '#contract/pupils.details.ts'
import { pupilStatsEndpoints } from '#contract/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils.ts'
import { logEvent } from '#server/db/in-school.ts'
import { listFormClasses } from '#server/domains/schoolclasses/schoolclasses.queries.ts'
import { listGrades } from '#server/domains/schoolgrades/schoolgrades.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { getPupil } from './pupils.details.queries.ts'
import { listPupils } from './pupils.queries.ts'
import { getPupilStats } from './pupils.stats.queries.ts'
import { isReadLogged, visibleFields } from './visible-fields.ts'

/** Pupils to read. */
export function pupilRoutes({ route }: Routes) {
  route(pupilEndpoints.list, async ({ tx, viewer, query, today }) => {
    // The order of birth dates tells who is older: not for who may not see them.
    const isByBirth = sortTerms(query.sort).some(({ key }) => key === 'birthdate')
    if (isByBirth && !visibleFields(viewer).contacts) throw invalid({ sort: [MESSAGES.boolean] })
    const { page, per_page } = query
    return { ...(await listPupils(tx, query, { viewer, today })), page, per_page }
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
    }
  })

  route(pupilStatsEndpoints.get, ({ tx, viewer, today }) => getPupilStats(tx, { viewer, today }))

  route(pupilDetailsEndpoints.get, async ({ tx, viewer, params, today }) => {
    const pupil = await getPupil(tx, params.id, { viewer, today })
    if (isReadLogged(viewer)) {
      await logEvent(tx, { action: 'pupil_viewed', entityType: 'pupil', entityId: params.id })
    }
    return pupil
  })
}
