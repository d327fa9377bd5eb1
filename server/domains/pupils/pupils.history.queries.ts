import { CLASS_D_PURPOSES } from '#contract/consents/consents.state.ts'
import { fullName } from '#contract/person-names.ts'
import type { PupilHistoryEntry } from '#contract/pupils/pupils.notes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { describeHistory, type HistoryPeople, type HistoryPerson, rowKey } from './describe-history.ts'

/** How many entries are shown, the newest ones. */
const HISTORY_ROWS = 200

/** Reading is no change. */
const READS = ['pupil_viewed', 'pupil_link_viewed', 'sensitive_viewed', 'export_created', 'sicknote_seen']

/** Deleted confidential entries, as they are logged for the pupil (domain §1.0). */
const SENSITIVE_GONE = 'pupil_sensitive_deleted'

/** Tables that refer to a pupil by `pupil_id`. */
const CHILD_TABLES = [
  'pupil_schoolclass',
  'pupil_guardian',
  'pupil_contact_person',
  'pupil_note',
  'consent',
  'pupil_sensitive',
  'pupil_sicknote',
] as const

type ChildTable = (typeof CHILD_TABLES)[number]

/** The ids of a pupil's rows whose changes the viewer may see: even the existence of class D data is class D. */
const rowsOf = (tx: SchoolTransaction, table: ChildTable, { pupilId, seesClassD }: Seeing) => {
  const rows = tx.selectFrom(table).select('id').where('pupil_id', '=', pupilId)
  if (table !== 'consent' || seesClassD) return rows
  return tx
    .selectFrom('consent')
    .select('id')
    .where('pupil_id', '=', pupilId)
    .where('purpose', 'not in', CLASS_D_PURPOSES)
}

interface Seeing {
  pupilId: number
  seesClassD: boolean
}

/** Everybody around a pupil, by each row about them. The names are read now, because the log stores none. */
async function listPeople(tx: SchoolTransaction, pupilId: number): Promise<HistoryPeople> {
  const guardians = await tx
    .selectFrom('pupil_guardian as r')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'r.school_id').onRef('g.id', '=', 'r.guardian_id'),
    )
    .select(['r.id', 'r.guardian_id', 'g.firstname', 'g.lastname'])
    .select(['r.has_custody', 'r.lives_with_pupil', 'r.receives_letters', 'r.receives_sicknote_mail', 'r.may_pickup'])
    .where('r.pupil_id', '=', pupilId)
    .execute()
  const contacts = await tx
    .selectFrom('pupil_contact_person')
    .select(['id', 'firstname', 'lastname', 'is_emergency', 'may_pickup'])
    .where('pupil_id', '=', pupilId)
    .execute()
  const people = new Map<string, HistoryPerson>()
  for (const { id, guardian_id, firstname, lastname, ...switches } of guardians) {
    const key = rowKey('guardian', guardian_id)
    const name = fullName({ firstname, lastname })
    people.set(key, { key, name, switches: {} })
    people.set(rowKey('pupil_guardian', id), { key, name, switches })
  }
  for (const { id, firstname, lastname, ...switches } of contacts) {
    const key = rowKey('pupil_contact_person', id)
    people.set(key, { key, name: `${fullName({ firstname, lastname })} (Kontaktperson)`, switches })
  }
  return people
}

/** The changes of a pupil and of its rows, newest first: user, field and time, without values (domain DP-06). */
export async function listHistory(
  tx: SchoolTransaction,
  pupilId: number,
  viewer: SchoolViewer,
): Promise<PupilHistoryEntry[]> {
  const seesClassD = viewer.permissions.includes('view pupil sensitive')
  const hidden = seesClassD ? READS : [...READS, SENSITIVE_GONE]
  const rows = await tx
    .selectFrom('user_log as l')
    .select(['l.id', 'l.created_at', 'l.user_id', 'l.user_name', 'l.ip_trunc', 'l.request_id'])
    .select(['l.action', 'l.entity_type', 'l.entity_id', 'l.changed_fields'])
    .where((eb) =>
      eb.or([
        eb.and([eb('l.entity_type', '=', 'pupil'), eb('l.entity_id', '=', pupilId)]),
        eb.and([
          eb('l.entity_type', '=', 'guardian'),
          eb(
            'l.entity_id',
            'in',
            tx.selectFrom('pupil_guardian').select('guardian_id').where('pupil_id', '=', pupilId),
          ),
        ]),
        ...CHILD_TABLES.filter((table) => seesClassD || table !== 'pupil_sensitive').map((table) =>
          eb.and([
            eb('l.entity_type', '=', table),
            eb('l.entity_id', 'in', rowsOf(tx, table, { pupilId, seesClassD })),
          ]),
        ),
      ]),
    )
    .where('l.action', 'not in', hidden)
    .where('l.result', '=', 'ok')
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(HISTORY_ROWS)
    .execute()
  return describeHistory(rows, await listPeople(tx, pupilId))
}
