import { expressionBuilder, sql } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { DB } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { CLASS_COLUMNS, CLASS_ORDER_COLUMNS } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils, withClass } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { isAbsentNote } from './sicknotes.absent.shared.queries.ts'

/**
 * `current`: absences, without cancelled notes and refused leaves; `open`: those of them whose excuse is missing;
 * `record`: everything ever entered.
 */
type Kind = 'current' | 'open' | 'record'

export interface NoteShape {
  permissions: readonly Permission[]
  kind: Kind
}

/** A missing key does not limit; days as YYYY-MM-DD. */
export interface NoteValues {
  user_id: number
  today: string
  /** Notes that overlap these days. */
  from?: string
  to?: string
  /** Notes that ended before this day. */
  ended_before?: string
  /** Children who have not left before the day. */
  here_on?: string
  schoolclass_id?: number
  pupil_id?: number
  id?: number
}

/** Names are also read from deactivated accounts. */
const nameOf = (column: 'n.created_by' | 'n.excuse_confirmed_by' | 'n.leave_decided_by') =>
  expressionBuilder<DB, never>()
    .selectFrom('app_user as u')
    .select('u.name')
    .where('u.id', '=', sql<number>`${sql.ref(column)}`)

const HISTORY = sql<{ at: string; by_name: string | null; date_end: string; date_end_before: string }[]>`
  case when n.history = '[]' then '[]' else (select json_agg(json_build_object('at', h->>'at', 'by_name', u.name,
    'date_end', h->>'date_end', 'date_end_before', h->>'date_end_before') order by place)
    from jsonb_array_elements(n.history) with ordinality as t (h, place) left join app_user u on u.id = (h->>'by')::bigint) end`

export interface ReachedGuardian {
  guardian_id: number
  firstname: string
  lastname: string
  relationship: string
  emergency_priority: number | null
  phone_mobile: string | null
  phone_home: string | null
  phone_work: string | null
}
/** The people with custody or in the emergency order, by their position among the child's guardians. */
const GUARDIANS = sql<ReachedGuardian[]>`coalesce((select json_agg(json_build_object('guardian_id', g.id,
    'firstname', g.firstname, 'lastname', g.lastname, 'relationship', pg.relationship, 'emergency_priority', pg.emergency_priority,
    'phone_mobile', g.phone_mobile, 'phone_home', g.phone_home, 'phone_work', g.phone_work) order by pg.position, g.id)
  from pupil_guardian pg join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
  where pg.school_id = p.school_id and pg.pupil_id = p.id and g.deleted_at is null
    and (pg.has_custody or pg.emergency_priority is not null)), '[]')`

export interface ReachedPerson {
  id: number
  firstname: string
  lastname: string
  relation: string | null
  phone: string
  priority: number | null
}
/** Only whose time it is today (domain §1.8). */
const contactPersonsOn = (day: string) => sql<
  ReachedPerson[]
>`coalesce((select json_agg(json_build_object('id', k.id, 'firstname', k.firstname,
    'lastname', k.lastname, 'relation', k.relation, 'phone', k.phone, 'priority', k.priority) order by k.priority, k.id)
  from pupil_contact_person k where k.school_id = p.school_id and k.pupil_id = p.id and k.is_emergency
    and (k.valid_from is null or k.valid_from <= ${day}::date) and (k.valid_until is null or k.valid_until >= ${day}::date)), '[]')`

/** The fixed order of lists: class, name (DIN 5007-2), days. */
const ORDER = sql.join([
  ...CLASS_ORDER_COLUMNS,
  ...['p.lastname', 'p.firstname', 'p.birthdate', 'p.id', 'n.date_start', 'n.date_end', 'n.id'].map((column) =>
    sql.ref(column),
  ),
])

const notesOf = (tx: SchoolTransaction, { permissions, kind }: NoteShape, values: NoteValues) => {
  const { today, user_id, from, to, ended_before, here_on, schoolclass_id, pupil_id, id } = values
  let notes = withClass(visiblePupils(tx, { user_id, permissions }, today), today).innerJoin(
    'pupil_sicknote as n',
    (join) => join.onRef('n.school_id', '=', 'p.school_id').onRef('n.pupil_id', '=', 'p.id'),
  )
  if (kind !== 'record') notes = notes.where(isAbsentNote())
  if (kind === 'open') notes = notes.where('n.excuse_state', '=', 'open')
  if (from !== undefined) notes = notes.where('n.date_end', '>=', from)
  if (to !== undefined) notes = notes.where('n.date_start', '<=', to)
  if (ended_before !== undefined) notes = notes.where('n.date_end', '<', ended_before)
  if (here_on !== undefined)
    notes = notes.where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', here_on)]))
  if (schoolclass_id !== undefined) notes = notes.where('c.id', '=', schoolclass_id)
  if (pupil_id !== undefined) notes = notes.where('p.id', '=', pupil_id)
  if (id !== undefined) notes = notes.where('n.id', '=', id)
  return notes
}

/**
 * Notes of the viewer's visible children, in the fixed order of lists. Reason, comment, reporter, certificate, leave,
 * history and numbers are health data and class C: for viewers without the right they never leave the database (domain
 * §4, §5.4).
 */
export const readNotes = compiledOnce((tx: SchoolTransaction, shape: NoteShape, values: NoteValues) =>
  notesOf(tx, shape, values)
    .select(['p.id as pupil_id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.date_entry', 'p.date_exit'])
    .select(['g.grade', ...CLASS_COLUMNS])
    .select(['n.id', 'n.date_start', 'n.date_end', 'n.partial', 'n.time_start', 'n.time_end', 'n.lessons'])
    .select(['n.source', 'n.is_late', 'n.seen_at', 'n.excuse_state', 'n.excuse_received_at', 'n.cancelled_at'])
    .select(['n.created_at', 'n.created_by', 'n.version'])
    .$if(seesPupilContacts(shape.permissions), (notes) =>
      notes
        .select(['n.reason', 'n.comment', 'n.reporter_name', 'n.reporter_relation', 'n.reporter_phone'])
        .select([
          'n.certificate_requested_at',
          'n.certificate_seen_at',
          'n.leave_applied_at',
          'n.leave_decision',
          'n.leave_decided_by',
        ])
        .select([
          nameOf('n.created_by').as('created_by_name'),
          nameOf('n.excuse_confirmed_by').as('excuse_confirmed_by_name'),
          nameOf('n.leave_decided_by').as('leave_decided_by_name'),
          HISTORY.as('history'),
          GUARDIANS.as('guardians'),
          contactPersonsOn(values.today).as('contact_persons'),
        ]),
    )
    .orderBy(ORDER),
)
export type NoteRow = Awaited<ReturnType<typeof readNotes>>[number]
