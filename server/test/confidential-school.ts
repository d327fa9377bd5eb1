import { consentEndpoints } from '#contract/consents/consents.ts'
import { sensitiveEndpoints } from '#contract/sensitive/sensitive.ts'
import { makePupil } from './child-factories.ts'
import { openClassSchool } from './class-school.ts'
import { insideSchool } from './factories.ts'
import { giveClass } from './school-staff.ts'
import type { TestVisitor } from './test-visitor.ts'

interface ShownConsent {
  purpose: string
  state: string
  undecided: string[]
  records: { given_by: { name: string }[] }[]
}

/** Mia of class 1a with Anna and Paul, who both have custody, and users who may or may not read about her. */
export async function openConfidentialSchool() {
  const school = await openClassSchool()
  const { app, fsw, head } = school
  const mia = await makePupil(app, fsw, { grade: 1, schoolclass: 'a' })

  const makeGuardian = (firstname: string) =>
    insideSchool(app, fsw, async (tx) => {
      const { id } = await tx
        .insertInto('guardian')
        .values({ school_id: fsw, firstname, lastname: 'Müller' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const link = { school_id: fsw, pupil_id: mia, guardian_id: id, relationship: 'mother' }
      await tx
        .insertInto('pupil_guardian')
        .values({ ...link, has_custody: true })
        .execute()
      return id
    })
  const anna = await makeGuardian('Anna')
  const paul = await makeGuardian('Paul')
  const own = await school.makeTeacher()
  await giveClass(app, fsw, { employee: own.employee, schoolclass: await school.classOf('1a') })
  const other = await school.makeTeacher()

  const consents = async (visitor = head) =>
    (await visitor.call(consentEndpoints.list, { params: { id: mia } })).json().purposes as ShownConsent[]

  return {
    ...school,
    mia,
    anna,
    paul,
    makeGuardian,
    endCustody: (guardian: number) =>
      insideSchool(app, fsw, (tx) =>
        tx.updateTable('pupil_guardian').set({ has_custody: false }).where('guardian_id', '=', guardian).execute(),
      ),
    teacher: own.browser,
    otherTeacher: other.browser,
    read: (visitor: TestVisitor, id = mia) => visitor.call(sensitiveEndpoints.list, { params: { id } }),
    readKind: (visitor: TestVisitor, kind: string, id = mia) =>
      visitor.call(sensitiveEndpoints.list, { params: { id }, query: { kind } }),
    add: (body: unknown, visitor = head) => visitor.call(sensitiveEndpoints.add, { params: { id: mia }, body }),
    change: (sensitive_id: number, body: unknown, visitor = head) =>
      visitor.call(sensitiveEndpoints.change, { params: { id: mia, sensitive_id }, body }),
    confirm: (sensitive_id: number) => head.call(sensitiveEndpoints.confirm, { params: { id: mia, sensitive_id } }),
    remove: (sensitive_id: number) => head.call(sensitiveEndpoints.remove, { params: { id: mia, sensitive_id } }),
    record: (body: object, visitor = head) =>
      visitor.call(consentEndpoints.record, {
        params: { id: mia },
        body: { decision: 'granted', method: 'paper', given_at: '2026-11-20', ...body },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    withdraw: (purpose: string, visitor = head) =>
      visitor.call(consentEndpoints.withdraw, { params: { id: mia }, body: { purpose } }),
    noteWithdrawal: (purpose: string, withdrawn_note: string | null, visitor = head) =>
      visitor.call(consentEndpoints.noteWithdrawal, { params: { id: mia }, body: { purpose, withdrawn_note } }),
    consents,
    consentOf: async (purpose: string) => (await consents()).find((one) => one.purpose === purpose),
    setBirthdate: (birthdate: string) =>
      insideSchool(app, fsw, (tx) => tx.updateTable('pupil').set({ birthdate }).where('id', '=', mia).execute()),
    logOf: (action: string) =>
      insideSchool(app, fsw, (tx) =>
        tx.selectFrom('user_log').selectAll().where('action', '=', action).orderBy('id').execute(),
      ),
  }
}
export type ConfidentialSchool = Awaited<ReturnType<typeof openConfidentialSchool>>
