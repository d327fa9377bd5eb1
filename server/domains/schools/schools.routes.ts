import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import type { NewSchoolForm } from '#contract/schools/schools.setup-forms.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { attachSchools } from '#server/domains/account/account.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { createSchool } from './create-school.ts'
import { formUrl } from './form-link.ts'
import { listSchools } from './schools.active.queries.ts'
import { activeSchoolRoutes } from './schools.active.routes.ts'
import { isSetupLink, listOpenSchools } from './schools.queries.ts'
import { setUp } from './set-up.ts'

const done = (
  { appUrl, hasMailServer }: Platform,
  schoolId: number,
  { short, name }: Pick<NewSchoolForm, 'short' | 'name'>,
) => ({
  message: `${name} ist eingerichtet.`,
  school_id: schoolId,
  form_url: formUrl(appUrl, short),
  are_mails_sent: hasMailServer,
})

/** Public data of schools, and the creation of schools. */
export function schoolRoutes(routes: Routes, platform: Platform) {
  activeSchoolRoutes(routes, platform)

  const { route, routeDetached } = routes
  route(publicSchoolEndpoints.list, ({ tx, now }) => listOpenSchools(tx, now.toISOString()))

  route(schoolEndpoints.list, ({ tx, viewer }) =>
    listSchools(tx, viewer, { isAll: viewer.permissions.includes('debug view') }),
  )

  route(setupEndpoints.check, async ({ tx, params, today }) => ({
    is_valid: await isSetupLink(tx, params.token),
    today,
  }))

  routeDetached(setupEndpoints.setUp, async ({ params, body, now, today, visitor, inTransaction }) => {
    const { passwords } = platform
    const first = { token: params.token, form: body, now, today, passwords, arrival: visitor }
    const { schoolId, session } = await setUp(first, inTransaction)
    visitor.cookies.signIn(session, false)
    return done(platform, schoolId, body.school)
  })

  route(setupEndpoints.addSchool, async ({ tx, viewer, body, now, today }) => {
    const schoolId = await createSchool(tx, body, { now, today, shortField: 'short' })
    await attachSchools(tx, viewer.user_id, [schoolId])
    return done(platform, schoolId, body)
  })
}
