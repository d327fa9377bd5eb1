import { hasOwnAddress } from '#contract/addresses.ts'
import type { PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { type Pupils, visiblePupils, withClass } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import type { VisibleFields } from './visible-fields.ts'

const selectGuardians = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .selectAll('g')
    .select([
      'pg.relationship',
      'pg.has_custody',
      'pg.lives_with_pupil',
      'pg.receives_letters',
      'pg.receives_sicknote_mail',
      'pg.may_pickup',
      'pg.emergency_priority',
      'pg.custody_proof_seen_at',
      'pg.custody_proof_kind',
      'pg.position',
      'pg.version as relation_version',
    ])
    .where('pg.pupil_id', '=', pupilId)
    .where('g.deleted_at', 'is', null)
    .orderBy('pg.position')
    .orderBy('g.id')
    .execute()
type GuardianRecord = Awaited<ReturnType<typeof selectGuardians>>[number]

/** Domain §1.7: the guardian's own address; null when the guardian lives with the pupil. */
const addressOf = (row: GuardianRecord) => {
  const { lives_with_pupil, street, house_number, address_extra, zip, city, country } = row
  return lives_with_pupil && !hasOwnAddress(row) ? null : { street, house_number, address_extra, zip, city, country }
}

const toGuardian = (row: GuardianRecord, fields: VisibleFields) => ({
  guardian_id: row.id,
  position: row.position,
  salutation: row.salutation as PupilGuardian['salutation'],
  title: row.title,
  firstname: row.firstname,
  lastname: row.lastname,
  relationship: row.relationship as PupilGuardian['relationship'],
  has_custody: row.has_custody,
  lives_with_pupil: row.lives_with_pupil,
  receives_letters: row.receives_letters,
  receives_sicknote_mail: row.receives_sicknote_mail,
  may_pickup: row.may_pickup,
  emergency_priority: row.emergency_priority,
  ...(fields.custodyProof && {
    custody_proof_seen_at: row.custody_proof_seen_at,
    custody_proof_kind: row.custody_proof_kind as PupilGuardian['custody_proof_kind'],
  }),
  phone_home: row.phone_home,
  phone_mobile: row.phone_mobile,
  phone_work: row.phone_work,
  mail: row.mail,
  mail_verified_at: row.mail_verified_at,
  interpreter_language: row.interpreter_language,
  ...(fields.apartAddress || row.lives_with_pupil ? { address: addressOf(row) } : {}),
  version: row.version,
  relation_version: row.relation_version,
})

const childrenInOrder = (pupils: Pupils, today: string) =>
  withClass(pupils, today)
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.status'])
    .select(CLASS_COLUMNS)
    .orderBy('p.birthdate')
    .orderBy('p.id')

/** By guardian, the other children at this school that the viewer may see. */
async function listOtherChildren(tx: SchoolTransaction, pupilId: number, { viewer, today }: Reader) {
  const own = tx.selectFrom('pupil_guardian').select('guardian_id').where('pupil_id', '=', pupilId)
  const rows = await childrenInOrder(visiblePupils(tx, viewer, today), today)
    .innerJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'p.school_id').onRef('pg.pupil_id', '=', 'p.id'),
    )
    .select('pg.guardian_id')
    .where('pg.guardian_id', 'in', own)
    .where('p.id', '<>', pupilId)
    .execute()
  return rows
}

/** Guardians with their other children, and these children as siblings. */
export async function listFamily(tx: SchoolTransaction, pupilId: number, reading: Reader & { fields: VisibleFields }) {
  const [children, records] = await Promise.all([listOtherChildren(tx, pupilId, reading), selectGuardians(tx, pupilId)])
  const guardians = records.map((row): PupilGuardian => {
    const others = children.filter(({ guardian_id }) => guardian_id === row.id)
    return {
      ...toGuardian(row, reading.fields),
      also_for: others.map((child) => ({
        id: child.id,
        firstname: child.firstname,
        classgradePlain: toClassRef(child)?.classgradePlain ?? null,
      })),
    }
  })
  const siblings = [...new Map(children.map((child) => [child.id, child])).values()].map((child) => ({
    id: child.id,
    firstname: child.firstname,
    lastname: child.lastname,
    lastname_prefix: child.lastname_prefix,
    status: child.status as PupilStatus,
    schoolclass: toClassRef(child),
  }))
  return { guardians, siblings }
}

/** In the order of calls. */
export const listContactPersons = (tx: SchoolTransaction, pupilId: number): Promise<PupilContactPerson[]> =>
  tx
    .selectFrom('pupil_contact_person')
    .select(['id', 'firstname', 'lastname', 'relation', 'phone', 'is_emergency', 'may_pickup'])
    .select(['valid_from', 'valid_until', 'priority', 'version'])
    .where('pupil_id', '=', pupilId)
    .orderBy('priority', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()
