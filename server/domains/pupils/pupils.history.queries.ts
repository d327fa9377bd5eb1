import { CLASS_D_PURPOSES } from '#contract/consents.state.ts'
import { PUPIL_CHANGED, type PupilHistoryEntry } from '#contract/pupils.notes.ts'
import { changedFieldLabels } from '#contract/userlog.fields.ts'
import { actionText, actorName } from '#contract/userlog-labels.ts'
import type { SchoolTransaction, SchoolViewer } from '#server/db/in-school.ts'

/** So many entries are shown, the newest. */
const HISTORY_ROWS = 200

/** Looking is no change. */
const READS = ['pupil_viewed', 'pupil_link_viewed', 'sensitive_viewed', 'export_created']

/** What was confidential and is gone, as it is noted at the pupil (domain §1.0). */
const SENSITIVE_GONE = 'pupil_sensitive_deleted'

/** Rows that hang below a pupil by `pupil_id`. */
const CHILD_TABLES = [
  'pupil_schoolclass',
  'pupil_guardian',
  'pupil_contact_person',
  'pupil_note',
  'consent',
  'pupil_sensitive',
] as const

type ChildTable = (typeof CHILD_TABLES)[number]

/** The ids of rows of a pupil whose changes the viewer may know of: that there is something of class D is class D itself. */
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

/** On the page of the child itself nobody needs to be told that it is one. */
const OWN_TEXTS: Partial<Record<string, string>> = {
  pupil_created: 'hat das Kind angelegt',
  pupil_updated: PUPIL_CHANGED,
  pupil_deleted: 'hat das Kind gelöscht',
  pupil_restored: 'hat das Kind wiederhergestellt',
}

/** Who changed which field of a pupil and what belongs to it, when, the newest first; without what it held (domain DP-06). */
export async function listHistory(
  tx: SchoolTransaction,
  pupilId: number,
  viewer: SchoolViewer,
): Promise<PupilHistoryEntry[]> {
  const seesClassD = viewer.permissions.includes('view pupil sensitive')
  const hidden = seesClassD ? READS : [...READS, SENSITIVE_GONE]
  const rows = await tx
    .selectFrom('user_log as l')
    .select(['l.id', 'l.created_at', 'l.user_id', 'l.user_name', 'l.ip_trunc'])
    .select(['l.action', 'l.entity_type', 'l.changed_fields', 'l.result'])
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
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    by: row.user_id === null && row.ip_trunc === null ? null : actorName(row),
    text: OWN_TEXTS[row.action] ?? actionText({ ...row, result: 'ok' }),
    fields: changedFieldLabels(row.changed_fields, row.entity_type),
  }))
}
