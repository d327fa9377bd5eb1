import type { Role } from '#contract/permissions.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolyearState } from '#contract/schoolyears/schoolyears.states.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { makeEmployee } from './school-staff.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** Grades, mixed-age groups and years of fsw that no endpoint makes or changes in this way. */
const structureOf = (app: TestApp, fsw: number) => {
  const gradeId = (grade: number, schoolId = fsw) =>
    insideSchool(app, schoolId, async (tx) => {
      const row = await tx.selectFrom('schoolgrade').select('id').where('grade', '=', grade).executeTakeFirstOrThrow()
      return row.id
    })

  /** A mixed-age group of fsw: `1/2 Füchse`. */
  const makeMixed = async (from: number, to: number, year = '2026/2027') => {
    const [schoolgrade_id, schoolgrade_to_id] = [await gradeId(from), await gradeId(to)]
    return insideSchool(app, fsw, async (tx) => {
      const { id: school_year_id } = await tx
        .selectFrom('schoolyear')
        .select('id')
        .where('name', '=', year)
        .executeTakeFirstOrThrow()
      const { id } = await tx
        .insertInto('schoolclass')
        .values({ school_id: fsw, school_year_id, schoolgrade_id, schoolgrade_to_id, description: 'Füchse' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  }

  const setYearState = (name: string, state: SchoolyearState) =>
    insideSchool(app, fsw, (tx) => tx.updateTable('schoolyear').set({ state }).where('name', '=', name).execute())

  return { gradeId, makeMixed, setYearState }
}

/** fsw and fow with their classes of this and the next year, and users who look at them. */
export async function openClassSchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const signIn = async (role: Role, schoolId = fsw) =>
    app.signedIn((await makeUser(app, { role, schools: [schoolId] })).id)
  const head = await signIn('schooladmin')

  /** The id of a class by its name in a school year: `1a`. */
  const classOf = (name: string, { year = '2026/2027', school = fsw } = {}) =>
    insideSchool(app, school, async (tx) => {
      const { id } = await tx
        .selectFrom('schoolclass as c')
        .innerJoin('schoolyear as y', 'y.id', 'c.school_year_id')
        .innerJoin('schoolgrade as g', 'g.id', 'c.schoolgrade_id')
        .select('c.id')
        .where('y.name', '=', year)
        .where('g.grade', '=', Number(name.replace(/\D/g, '')))
        .where('c.description', '=', name.replace(/\d/g, ''))
        .executeTakeFirstOrThrow()
      return id
    })

  /** A teacher: the account, the employee to whom it is linked, and a browser. */
  const makeTeacher = async (schoolId = fsw) => {
    const user = await makeUser(app, { role: 'teacher_level_1', schools: [schoolId] })
    const employee = await makeEmployee(app, schoolId, { user_id: user.id })
    return { user: user.id, employee, browser: await app.signedIn(user.id) }
  }

  /** Moves the clock to noon of a day. */
  const goTo = (day: string) => app.setNow(new Date(`${day}T12:00:00+01:00`))

  const move = (body: Record<string, unknown>, visitor = head) =>
    visitor.call(schoolclassEndpoints.movePupils, { body })

  /** Class, first and last day of each membership of a pupil, oldest first, with further columns. */
  const membershipsOf = (pupilId: number) =>
    insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('pupil_schoolclass as m')
        .innerJoin('schoolgrade as g', 'g.id', 'm.schoolgrade_id')
        .select(['m.id', 'm.schoolclass_id', 'g.grade', 'm.date_start', 'm.date_end', 'm.reason', 'm.school_year_id'])
        .where('m.pupil_id', '=', pupilId)
        .orderBy('m.date_start')
        .execute(),
    )

  return {
    app,
    fsw,
    fow,
    head,
    signIn,
    classOf,
    ...structureOf(app, fsw),
    makeTeacher,
    goTo,
    move,
    membershipsOf,
  }
}
export type ClassSchool = Awaited<ReturnType<typeof openClassSchool>>
