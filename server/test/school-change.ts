import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { insertGuardian, insertRelation } from '#server/domains/families/families.shared.queries.ts'
import { setPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { makePupil } from './child-factories.ts'
import { insideSchool, makeUser } from './factories.ts'
import { openTransformSchool } from './transform-school.ts'

const BIRTHDATE = '2013-03-31'

/** Two schools, a head of each and of both; a child at the second one applies at the first. */
export async function openSchoolChange() {
  const school = await openTransformSchool()
  const { app, fsw, fow, both } = school
  const fowHead = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
  const child = { id: 0, lastname: '' }
  return {
    ...school,
    fowHead,
    child,
    /** Another child in class 7a of the second school, with a parents' link. */
    async nextChild() {
      child.lastname = school.freshName()
      child.id = await makePupil(app, fow, {
        ...{ lastname: child.lastname, birthdate: BIRTHDATE },
        ...{ grade: 7, schoolclass: 'a' },
      })
      await insideSchool(app, fow, (tx) => setPupilLink(tx, app.platform.keys, child.id))
    },
    /** A child of the same name and birth date at the first school. */
    twinHere: () => makePupil(app, fsw, { lastname: child.lastname, birthdate: BIRTHDATE }),
    accepted: (application: Parameters<typeof school.accepted>[0] = {}) =>
      school.accepted({ lastname: child.lastname, birthdate: BIRTHDATE, ...application }),
    changeFrom: (id: number, body: Record<string, unknown> = {}, visitor = both) =>
      school.transform({ id, change_from: { pupil_id: child.id, school_short: 'fow' }, ...body }, visitor),
    readThere: async () => (await fowHead.call(pupilDetailsEndpoints.get, { params: { id: child.id } })).json(),
    leaveThere: (body: Record<string, unknown>) =>
      fowHead.call(pupilChangeEndpoints.leave, { params: { id: child.id }, body }),
    async hasLink(id: number) {
      const { rows } = await app.database.owner.query('select 1 from pupil_link where pupil_id = $1', [id])
      return rows.length === 1
    },
    /** The log of a school about a pupil: action and changed fields. */
    logOf: (schoolId: number, id: number) =>
      insideSchool(app, schoolId, async (tx) => {
        const rows = await tx
          .selectFrom('user_log')
          .select(['action', 'changed_fields'])
          .where('entity_type', '=', 'pupil')
          .where('entity_id', '=', id)
          .orderBy('id')
          .execute()
        return rows.map(({ action, changed_fields }) => [action, ...changed_fields])
      }),
    /** An adult of the child at the second school, which has seen the proof of custody. */
    addGuardian: (person: Record<string, unknown>, relation: Record<string, unknown> = {}) =>
      insideSchool(app, fow, async (tx) => {
        const guardian_id = await insertGuardian(tx, {
          ...{ school_id: fow, firstname: 'Anna', lastname: 'Müller', mail_origin: 'school' },
          ...person,
        })
        await insertRelation(tx, {
          ...{ school_id: fow, pupil_id: child.id, guardian_id, relationship: 'mother', has_custody: true },
          ...{ custody_proof_seen_at: '2025-08-20', custody_proof_kind: 'court_decision' },
          ...relation,
        })
      }),
  }
}
export type ChangingSchools = Awaited<ReturnType<typeof openSchoolChange>>
