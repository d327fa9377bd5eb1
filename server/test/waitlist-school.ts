import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { makeApplication } from './child-factories.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { startTestApp, TEST_NOW } from './test-app.ts'

type Application = NonNullable<Parameters<typeof makeApplication>[2]>

/** Two schools of one carrier, a head of each and one of both, and functions that fill a waiting list. */
export async function openWaitlistSchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const signIn = async (schools: number[], role: 'schooladmin' | 'teacher_level_1' | 'viewer' = 'schooladmin') =>
    app.signedIn((await makeUser(app, { role, schools })).id)
  const head = await signIn([fsw])
  const yearOf = (school: number) =>
    insideSchool(app, school, async (tx) => {
      const planned = (await listSchoolyears(tx)).find(({ state }) => state === 'planned')
      return planned?.id ?? 0
    })
  const year = await yearOf(fsw)
  let count = 0
  const freshName = () => {
    count += 1
    return `${[...String(count)].map((digit) => 'abcdefghij'[Number(digit)]?.repeat(3)).join('')}mann`
  }
  const setStatus = (id: number, status: string, visitor = head) =>
    visitor.call(registrationEndpoints.changeStatus, { params: { id }, body: { status } })
  let grade = 1
  return {
    app,
    fsw,
    fow,
    head,
    year,
    yearOf,
    signIn,
    freshName,
    setStatus,
    minutesLater: (minutes: number) => app.setNow(new Date(TEST_NOW.getTime() + minutes * 60_000)),
    /** A grade without waiting applications; the primary school has six. */
    nextGrade() {
      grade = (grade % 6) + 1
      return grade
    },
    /** Adds an application that has waited for the grade for this many days. */
    async wait(application: Application & { days?: number }, { school = fsw, visitor = head } = {}) {
      const { days = 0, ...form } = application
      const lastname = form.lastname ?? freshName()
      const { id } = await makeApplication(app, school, { entry_type: 'lateral', ...form, lastname })
      await setStatus(id, 'waiting', visitor)
      const since = new Date(TEST_NOW.getTime() - days * 24 * 60 * 60_000).toISOString()
      await insideSchool(app, school, (tx) =>
        tx.updateTable('registration').set({ waiting_since: since }).where('id', '=', id).execute(),
      )
      return id
    },
    list: async (of: number, visitor = head, school_year_id = year) =>
      (await visitor.call(waitlistEndpoints.list, { query: { school_year_id, grade: of } })).json(),
    move: (id: number, body: Record<string, unknown>, visitor = head) =>
      visitor.call(waitlistEndpoints.move, { params: { id }, body: { note: 'Härtefall', ...body } }),
    /** The ids of the list by rank, and whether the ranks are 1…n. */
    order: (of: number, school = fsw) =>
      insideSchool(app, school, async (tx) => {
        const rows = await tx
          .selectFrom('registration')
          .select(['id', 'wait_rank'])
          .where('desired_grade', '=', of)
          .where('wait_rank', 'is not', null)
          .orderBy('wait_rank')
          .execute()
        return {
          ids: rows.map(({ id }) => id),
          isGapless: rows.every(({ wait_rank }, index) => wait_rank === index + 1),
        }
      }),
  }
}
export type WaitlistSchool = Awaited<ReturnType<typeof openWaitlistSchool>>
