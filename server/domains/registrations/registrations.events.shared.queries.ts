import type { EventKind, RegistrationEvent } from '#contract/registrations/registrations.events.ts'
import type { PaperKind, SeenPaper } from '#contract/registrations/registrations.papers.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * The user, and the time by the program's clock; an `Acting` can be passed. Without a user it was the family or a
 * deadline.
 */
export interface EventHand {
  viewer: { user_id: number | null }
  now: Date
}

export interface NewEvent {
  registration_id: number
  kind: EventKind
  from_rank?: number | null
  to_rank?: number | null
  contact_position?: number | null
  note?: string | null
  /** Dotted keys of answers, never their values. */
  fields?: string[]
}

/** Writes lines into the timelines of applications, all in the name of the same user. */
export async function insertEvents(tx: SchoolTransaction, { viewer, now }: EventHand, events: readonly NewEvent[]) {
  const created_at = now.toISOString()
  if (events.length > 0)
    await tx
      .insertInto('registration_event')
      .values(events.map((event) => ({ ...event, created_by: viewer.user_id, created_at })))
      .execute()
}

/** The events of an application other than changes of status, oldest first. */
export async function listEvents(tx: SchoolTransaction, registrationId: number): Promise<RegistrationEvent[]> {
  const rows = await tx
    .selectFrom('registration_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.created_by')
    .select(['e.kind', 'e.created_at as at', 'u.name as by', 'e.from_rank', 'e.to_rank'])
    .select(['e.contact_position', 'e.note', 'e.fields'])
    .where('e.registration_id', '=', registrationId)
    .orderBy('e.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as EventKind }))
}

/** The papers that were shown for each of these applications, by its id. */
export async function listPapersOf(tx: SchoolTransaction, registrationIds: readonly number[]) {
  const rows = await tx
    .selectFrom('registration_paper as p')
    .leftJoin('app_user as u', 'u.id', 'p.seen_by')
    .select(['p.registration_id', 'p.kind', 'p.seen_on', 'u.name as seen_by'])
    .where((eb) => eb('p.registration_id', '=', eb.fn.any(eb.val([...registrationIds]))))
    .orderBy('p.id')
    .execute()
  const papers = new Map<number, SeenPaper[]>(registrationIds.map((id) => [id, []]))
  for (const { registration_id, ...row } of rows)
    papers.get(registration_id)?.push({ ...row, kind: row.kind as PaperKind })
  return papers
}

/** The papers that were shown for an application. */
export const listPapers = async (tx: SchoolTransaction, registrationId: number) =>
  (await listPapersOf(tx, [registrationId])).get(registrationId) ?? []
