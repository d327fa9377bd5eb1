import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'

interface View {
  page: string
  name: string
  query: string
  shared: boolean
}

/** Locks a person's views, so that two new ones at once never exceed the limit. */
const lockViews = (tx: SchoolTransaction, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'saved views', current_school()), ${userId}::bigint))`.execute(
    tx,
  )

const ownViews = (tx: SchoolTransaction, { user_id }: SchoolViewer, page: string) =>
  tx.selectFrom('saved_view').where('user_id', '=', user_id).where('page', '=', page)

/** A person's own views and those that colleagues share. */
export const listViews = (tx: SchoolTransaction, { user_id }: SchoolViewer, page: string) =>
  tx
    .selectFrom('saved_view')
    .select(['id', 'name', 'query', 'shared'])
    .select((eb) => eb('user_id', '=', user_id).$castTo<boolean>().as('is_own'))
    .where('page', '=', page)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('shared', '=', true)]))
    .orderBy('name')
    .orderBy('id')
    .execute()

/** The used names, locked until the transaction ends. */
export async function lockViewNames(tx: SchoolTransaction, viewer: SchoolViewer, page: string) {
  await lockViews(tx, viewer.user_id)
  const rows = await ownViews(tx, viewer, page)
    .select(({ fn }) => fn<string>('lower', ['name']).as('name'))
    .execute()
  return rows.map(({ name }) => name)
}

/** Returns the id; the same name again replaces the view. */
export async function insertView(tx: SchoolTransaction, view: View, { user_id }: SchoolViewer) {
  const { page, name, query, shared } = view
  const { id } = await tx
    .insertInto('saved_view')
    .values({ page, name, query, shared, user_id })
    .onConflict((conflict) =>
      conflict
        .expression(sql`school_id, user_id, page, lower(name)`)
        .doUpdateSet({ name, query, shared, updated_at: sql<string>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the name; undefined when the view belongs to somebody else. */
export async function deleteView(tx: SchoolTransaction, id: number, { user_id }: SchoolViewer) {
  const gone = await tx
    .deleteFrom('saved_view')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning('name')
    .executeTakeFirst()
  return gone?.name
}
