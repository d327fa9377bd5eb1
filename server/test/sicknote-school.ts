import type { Role } from '#contract/permissions.ts'
import { sicknoteChangeEndpoints as changes } from '#contract/sicknotes/sicknotes.change.ts'
import { sicknoteEndpoints as endpoints, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { makePupil } from './child-factories.ts'
import { insideSchool, makeUser } from './factories.ts'
import { openParentsSchool } from './parents-school.ts'
import { giveClass } from './school-staff.ts'
import type { TestVisitor } from './test-visitor.ts'

type Body = Record<string, unknown>

const freshKey = () => ({ 'idempotency-key': crypto.randomUUID() })

/** Calls of staff about absences, by default by the head. */
const callsOf = (head: TestVisitor) => {
  const add = (body: Body, visitor = head) =>
    visitor.call(changes.add, { body: { dateStart: '2026-11-20', ...body }, headers: freshKey() })
  const list = async (query: Record<string, string | number | boolean> = {}, visitor = head) =>
    (await visitor.call(endpoints.list, { query })).json() as Sicknote[]
  return {
    add,
    /** The id of a note that was entered. */
    enter: async (pupil: number, body: Body = {}, visitor = head) => {
      const reply = await add({ pupil_ids: [pupil], ...body }, visitor)
      if (reply.statusCode !== 201) throw new Error(reply.body)
      return reply.json().ids[0] as number
    },
    list,
    /** The notes of one child in the list. */
    listOf: async (pupil: number, query: Record<string, string | number | boolean> = {}, visitor = head) =>
      (await list(query, visitor)).filter((note) => note.pupil.id === pupil),
    read: async (id: number, visitor = head) =>
      (await visitor.call(endpoints.get, { params: { id } })).json() as Sicknote,
    change: (id: number, body: Body, visitor = head) => visitor.call(changes.change, { params: { id }, body }),
    cancel: (id: number, visitor = head) => visitor.call(changes.cancel, { params: { id } }),
    restore: (id: number, visitor = head) => visitor.call(changes.restore, { params: { id } }),
    see: (body: Body, visitor = head) => visitor.call(changes.see, { body }),
    excuse: (body: Body, visitor = head) => visitor.call(changes.excuse, { body }),
    certify: (id: number, body: Body, visitor = head) => visitor.call(changes.certificate, { params: { id }, body }),
    decide: (id: number, decision: string, visitor = head) =>
      visitor.call(changes.decide, { params: { id }, body: { decision } }),
    missing: async (visitor = head) => (await visitor.call(endpoints.missingExcuse)).json() as Sicknote[],
  }
}

/** The school of the parents with the users who enter its absences: a head, and a teacher of 1a. */
export async function openSicknoteSchool() {
  const school = await openParentsSchool()
  const { app, fsw } = school
  const teacher = await school.makeTeacher()
  await giveClass(app, fsw, { employee: teacher.employee, schoolclass: await school.classOf('1a') })

  const signInAs = async (role: Role | null, schoolId = fsw) => {
    const { id } = await makeUser(app, { role, schools: [schoolId] })
    return { id, browser: await app.signedIn(id) }
  }
  const stranger = (await signInAs('schooladmin', school.fow)).browser

  let count = 0
  /** A new child of 1a by default, which no other test uses. */
  const newChild = (child: Parameters<typeof makePupil>[2] = {}) => {
    count += 1
    return makePupil(app, fsw, {
      firstname: 'Mia',
      lastname: `Muster${'a'.repeat(count)}`,
      grade: 1,
      schoolclass: 'a',
      ...child,
    })
  }

  /** The stored row. */
  const stored = (id: number) =>
    insideSchool(app, fsw, (tx) =>
      tx.selectFrom('pupil_sicknote').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )

  return {
    ...school,
    ...callsOf(school.head),
    teacher: teacher.browser,
    teacherId: teacher.user,
    stranger,
    signInAs,
    newChild,
    stored,
  }
}
export type SicknoteSchool = Awaited<ReturnType<typeof openSicknoteSchool>>
