import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { insertSchoolclasses } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { findGrade } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { makeApplication, setApplication } from './child-factories.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const COUNTED = ['pupil', 'guardian', 'pupil_guardian', 'pupil_schoolclass'] as const

/** Classes of the desired year: 1a, 1/2 Füchse and 2a; their ids by grade and description. */
const makeClasses = (app: TestApp, schoolId: number) =>
  insideSchool(app, schoolId, async (tx) => {
    const year = (await listSchoolyears(tx)).find(({ state }) => state === 'planned')
    const [one, two] = [await findGrade(tx, 1), await findGrade(tx, 2)]
    if (!year || !one || !two) throw new Error('The school has no planned year.')
    await tx.deleteFrom('schoolclass').where('school_year_id', '=', year.id).execute()
    const base = { school_id: schoolId, school_year_id: year.id }
    const classes = await insertSchoolclasses(tx, [
      { ...base, schoolgrade_id: one.id, description: 'a', capacity: 20 },
      { ...base, schoolgrade_id: one.id, schoolgrade_to_id: two.id, description: 'Füchse', capacity: 24 },
      { ...base, schoolgrade_id: two.id, description: 'a', capacity: null },
    ])
    return Object.fromEntries(
      classes.map(({ id, description, schoolgrade_id }) => [`${schoolgrade_id === one.id ? 1 : 2}${description}`, id]),
    )
  })

/** Two schools, a head of the first and a head of both, and functions that make pupils of applications. */
export async function openTransformSchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const headId = (await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id
  const head = await app.signedIn(headId)
  const both = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw, fow] })).id)
  let count = 0
  return {
    app,
    fsw,
    fow,
    head,
    headId,
    both,
    classes: await makeClasses(app, fsw),
    /** A last name unlike all others, so that no duplicate is found by chance. */
    freshName() {
      count += 1
      return `${[...String(count)].map((digit) => 'abcdefghij'[Number(digit)]?.repeat(3)).join('')}kowitz`
    },
    async accepted(application: Parameters<typeof makeApplication>[2]) {
      const { id } = await makeApplication(app, fsw, application)
      await setApplication(app, fsw, { id, status: 'accepted' })
      return id
    },
    transform: (body: Record<string, unknown>, visitor = head) => visitor.call(endpoints.transformToPupil, { body }),
    optionsOf: (id: number, visitor = head) => visitor.call(endpoints.transformOptions, { params: { id } }),
    read: async (id: number) => (await head.call(pupilDetailsEndpoints.get, { params: { id } })).json(),
    /** Counts the rows that a transform writes. */
    async countRows(): Promise<Record<string, number>> {
      const counts = await insideSchool(app, fsw, async (tx) => {
        const found: Record<string, number> = {}
        for (const table of COUNTED) {
          const rows = await tx.selectFrom(table).select('id').execute()
          found[table] = rows.length
        }
        return found
      })
      const { rows } = await app.database.owner.query('select pupil_id from pupil_link')
      return { ...counts, pupil_link: rows.length }
    },
  }
}
export type TransformSchool = Awaited<ReturnType<typeof openTransformSchool>>
