import { sql } from 'kysely'
import { permissionsOf, type Role } from '#contract/permissions.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { bindByLink, type SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { attachedClassIds } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
  toClassRef,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import {
  membershipsOn,
  visiblePupils,
  withClass,
} from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { isAbsentNote } from '#server/domains/sicknotes/sicknotes.absent.shared.queries.ts'

type FeedKind = 'digest' | 'calendar'

/** The feeds that the viewer has switched on in this school. */
export const listFeeds = (tx: SchoolTransaction, userId: number) =>
  tx.selectFrom('sicknote_feed').select(['kind', 'updated_at']).where('user_id', '=', userId).execute()

/** Switches a feed on; a second call for the same one only changes the time. */
export const putFeed = (tx: SchoolTransaction, feed: { user_id: number; kind: FeedKind }) =>
  tx
    .insertInto('sicknote_feed')
    .values(feed)
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'user_id', 'kind']).doUpdateSet({ updated_at: sql<string>`now()` }),
    )
    .execute()

export const dropFeed = (tx: SchoolTransaction, userId: number, kind: FeedKind) =>
  tx.deleteFrom('sicknote_feed').where('user_id', '=', userId).where('kind', '=', kind).execute()

/** Gives the account's calendar at the bound school this link; an older one stops working. */
export const setCalendarLink = (tx: SchoolTransaction, userId: number, token: string) =>
  sql`select set_sicknote_calendar_link(${userId}, ${hashToken(token)})`.execute(tx)

export const revokeCalendarLink = (tx: SchoolTransaction, userId: number) =>
  sql`select revoke_sicknote_calendar_link(${userId})`.execute(tx)

interface Reader {
  user_id: number
  name: string
  email: string
  role: Role | null
  may_view_sensitive: boolean
  may_manage_users: boolean
  school_id: number
}

const viewerOf = ({ may_view_sensitive, may_manage_users, ...reader }: Reader): SchoolViewer => ({
  ...reader,
  permissions: permissionsOf(reader.role, { may_view_sensitive, may_manage_users }),
  stays_signed_in: false,
  lacks_two_factor: false,
  lacks_way: false,
})

/**
 * The owner of the link's calendar, with today's rights, and the transaction bound to the owner's account and school.
 * Undefined when there is no such link.
 */
export async function openCalendar(tx: Queries, token: string) {
  const opening = sql<Reader>`select * from open_sicknote_calendar(${hashToken(token)})`
  const opened = await bindByLink(tx, opening)
  return opened && { viewer: viewerOf(opened.row), tx: opened.tx }
}

/**
 * Only users who may see their own classes get mails about them (domain §4); they may have lost the right since they
 * switched it on.
 */
export const mayHaveDigest = ({ permissions }: SchoolViewer) => permissions.includes('view attached pupil')

/**
 * Users who want the mail of the day, have not got it and may have it today; accounts that are active and attached to
 * the school.
 */
export async function listDigestReaders(tx: SchoolTransaction, { day, feedId }: { day: string; feedId?: number }) {
  const readers = await tx
    .selectFrom('sicknote_feed as f')
    .innerJoin('app_user as u', 'u.id', 'f.user_id')
    .innerJoin('user_school as a', (join) =>
      join.onRef('a.user_id', '=', 'f.user_id').onRef('a.school_id', '=', 'f.school_id'),
    )
    .select(['f.id as feed_id', 'u.id as user_id', 'u.name', 'u.email', 'u.role', 'f.school_id'])
    .select(['u.may_view_sensitive', 'u.may_manage_users'])
    .where('f.kind', '=', 'digest')
    .where('u.deactivated_at', 'is', null)
    .$if(feedId === undefined, (query) =>
      query.where((eb) => eb.or([eb('f.last_day', 'is', null), eb('f.last_day', '<', day)])),
    )
    .$if(feedId !== undefined, (query) => query.where('f.id', '=', feedId ?? 0))
    .orderBy('f.id')
    .execute()
  return readers
    .map(({ feed_id, ...reader }) => ({
      feed_id,
      viewer: viewerOf({ ...reader, role: reader.role as Role | null }),
    }))
    .filter(({ viewer }) => mayHaveDigest(viewer))
}

/** Marks the mail of the day as queued; false when another process was first. */
export async function markDigest(tx: SchoolTransaction, feedId: number, day: string) {
  const marked = await tx
    .updateTable('sicknote_feed')
    .set({ last_day: day })
    .where('id', '=', feedId)
    .where((eb) => eb.or([eb('last_day', 'is', null), eb('last_day', '<', day)]))
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

/** The classes the viewer is attached to on the day, in their order; none for a viewer who may see none. */
export async function listOwnClasses(tx: SchoolTransaction, viewer: SchoolViewer, day: string) {
  if (!mayHaveDigest(viewer)) return []
  const rows = await tx
    .selectFrom(classNames().as('c'))
    .select([...CLASS_COLUMNS])
    .where('c.id', 'in', attachedClassIds(tx, viewer, day))
    .orderBy(CLASS_ORDER)
    .execute()
  return rows.flatMap((row) => toClassRef(row) ?? [])
}

/**
 * How many children are absent on the day, by the viewer's own classes in their order; each child once, without refused
 * leaves.
 */
export async function countAbsent(tx: SchoolTransaction, viewer: SchoolViewer, day: string) {
  const counts = await visiblePupils(tx, viewer, day)
    .innerJoin(membershipsOn(tx, day).select(['m.school_id', 'm.pupil_id', 'm.schoolclass_id']).as('m'), (join) =>
      join.onRef('m.school_id', '=', 'p.school_id').onRef('m.pupil_id', '=', 'p.id'),
    )
    .innerJoin('pupil_sicknote as n', (join) =>
      join.onRef('n.school_id', '=', 'p.school_id').onRef('n.pupil_id', '=', 'p.id'),
    )
    .select(({ fn }) => ['m.schoolclass_id', fn.count<number>('p.id').distinct().as('count')])
    .where('n.date_start', '<=', day)
    .where('n.date_end', '>=', day)
    .where(isAbsentNote('n'))
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', day)]))
    .where('m.schoolclass_id', 'in', attachedClassIds(tx, viewer, day))
    .groupBy('m.schoolclass_id')
    .execute()
  const countOf = new Map(counts.map(({ schoolclass_id, count }) => [schoolclass_id, count]))
  return (await listOwnClasses(tx, viewer, day)).flatMap(({ id, classgradePlain }) => {
    const count = countOf.get(id)
    return count === undefined ? [] : [{ classgradePlain, count }]
  })
}

/** Absences of the viewer's visible children that overlap these days, without reasons. */
export async function listCalendarNotes(
  tx: SchoolTransaction,
  viewer: SchoolViewer,
  { today, from, to }: { today: string; from: string; to: string },
) {
  const rows = await withClass(visiblePupils(tx, viewer, today), today)
    .innerJoin('pupil_sicknote as n', (join) =>
      join.onRef('n.school_id', '=', 'p.school_id').onRef('n.pupil_id', '=', 'p.id'),
    )
    .select([
      'n.id',
      'p.firstname',
      'p.lastname',
      'n.date_start',
      'n.date_end',
      'n.partial',
      'n.time_start',
      'n.time_end',
      'n.lessons',
    ])
    .select(['n.version', 'n.updated_at', ...CLASS_COLUMNS])
    .where('n.date_end', '>=', from)
    .where('n.date_start', '<=', to)
    .where(isAbsentNote('n'))
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', today)]))
    .orderBy('n.date_start')
    .orderBy('n.id')
    .execute()
  return rows.map((row) => ({ ...row, classgradePlain: toClassRef(row)?.classgradePlain ?? null }))
}
export type CalendarNote = Awaited<ReturnType<typeof listCalendarNotes>>[number]
