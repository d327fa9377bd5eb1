import { sql } from 'kysely'
import type { ConsentState } from '#contract/consents/consents.state.ts'
import { PHOTO_PRINTS_MAX, type PhotoPrint, type PhotoPurpose } from '#contract/photolists/photolists.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import {
  membershipsOn,
  type Pupils,
  visiblePupils,
  withClass,
} from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

const readPupils = async (pupils: Pupils, day: string) => {
  const rows = await withClass(pupils, day)
    .select(['p.id', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'p.birthdate', 'p.status'])
    .select(CLASS_COLUMNS)
    .orderBy('p.lastname')
    .orderBy('p.firstname')
    .orderBy('p.birthdate')
    .orderBy('p.id')
    .execute()
  return rows.map(({ status, schoolclass_id, description, class_grade, grade_to, ...names }) => ({
    ...names,
    status: status as PupilStatus,
    schoolclass: toClassRef({ schoolclass_id, description, class_grade, grade_to }),
  }))
}

/** The children of a class on its day, without those who have left it or the school. */
export const listPupilsOfClass = (
  tx: SchoolTransaction,
  { id, day }: { id: number; day: string },
  { viewer, today }: Reader,
) => {
  const members = membershipsOn(tx, day).where('m.schoolclass_id', '=', id).select('m.pupil_id')
  const pupils = visiblePupils(tx, viewer, today)
    .where('p.id', 'in', members)
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', day)]))
  return readPupils(pupils, day)
}

/** The visible ones among these children. */
export const listChosenPupils = (tx: SchoolTransaction, ids: readonly number[], { viewer, today }: Reader) =>
  readPupils(
    visiblePupils(tx, viewer, today).where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...ids])))),
    today,
  )

/** What makes two lists the same one: the class, or the very same children. */
export type ListKey = { schoolclass_id: number } | { selection: Buffer }

/** The remembered prints of a list, the newest first. */
export const listPrints = (tx: SchoolTransaction, key: ListKey): Promise<PhotoPrint[]> => {
  const prints = tx
    .selectFrom('photo_print as o')
    .leftJoin('app_user as u', 'u.id', 'o.printed_by')
    .select(['o.id', 'o.printed_at', 'u.name as printed_by'])
    .select(sql<PhotoPrint['kind']>`o.kind`.as('kind'))
    .orderBy('o.id', 'desc')
    .limit(PHOTO_PRINTS_MAX)
  return (
    'selection' in key
      ? prints.where('o.selection', '=', key.selection)
      : prints.where('o.schoolclass_id', '=', key.schoolclass_id)
  ).execute()
}

export type PhotoStates = Partial<Record<PhotoPurpose, ConsentState>>

/** What a print said of each of its children. */
export async function listPrintedStates(tx: SchoolTransaction, printId: number) {
  const rows = await tx
    .selectFrom('photo_print_pupil')
    .select(['pupil_id', sql<PhotoStates>`states`.as('states')])
    .where('print_id', '=', printId)
    .execute()
  return new Map(rows.map(({ pupil_id, states }) => [pupil_id, states]))
}

interface NewPrint {
  key: ListKey
  kind: PhotoPrint['kind']
  printed_by: number
  printed_at: string
  states: readonly { pupil_id: number; states: PhotoStates }[]
}

/** Returns the id; prints of the same list that nobody can choose any more go. */
export async function insertPrint(tx: SchoolTransaction, { key, states, ...print }: NewPrint) {
  const { id } = await tx
    .insertInto('photo_print')
    .values({ ...key, ...print })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into photo_print_pupil (print_id, pupil_id, states)
    select ${id}, s.pupil_id, s.states from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s(pupil_id bigint, states jsonb)`.execute(
    tx,
  )
  const known = await listPrints(tx, key)
  const oldest = known.at(-1)?.id ?? id
  const old = tx.deleteFrom('photo_print').where('id', '<', oldest)
  await ('selection' in key
    ? old.where('selection', '=', key.selection)
    : old.where('schoolclass_id', '=', key.schoolclass_id)
  ).execute()
  return id
}
