import { sql } from 'kysely'
import { MAILINGS, type Mailing, type OutboxScope, templatesOf } from '#contract/outboxes/outboxes.mails.ts'
import { beginOf, endOf } from '#server/db/begin-of-day.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { CLASS_COLUMNS, classNames } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { membershipsOn } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import type { MailReaders } from './outboxes.search.queries.ts'

export interface MailFilters extends OutboxScope {
  /** Undefined: any. */
  states: readonly string[] | undefined
  templates: readonly string[] | undefined
  recipientHash: Buffer | undefined
  readers: MailReaders | undefined
}

/** The circular or the data check that a mail is part of. */
export const MAILING_ID = sql<number>`l.related_ids[1]`

/** The mails written on these days, and only those of one circular or data check where one is named. */
function mailsOn(tx: SchoolTransaction, { from, until, ...mailings }: OutboxScope) {
  let found = tx.selectFrom('mail_log as l')
  if (from !== undefined) found = found.where('l.created_at', '>=', beginOf(from))
  if (until !== undefined) found = found.where('l.created_at', '<', endOf(until))
  for (const mailing of MAILINGS) {
    const id = mailings[`${mailing}_id`]
    if (id !== undefined) found = found.where('l.template', 'in', templatesOf([mailing])).where(MAILING_ID, '=', id)
  }
  return found
}

export const filteredMails = (
  tx: SchoolTransaction,
  { states, templates, recipientHash, readers, ...span }: MailFilters,
) =>
  mailsOn(tx, span)
    .$if(states !== undefined, (q) => q.where('l.state', '=', (eb) => eb.fn.any(eb.val([...(states ?? [])]))))
    .$if(templates !== undefined, (q) => q.where('l.template', '=', (eb) => eb.fn.any(eb.val([...(templates ?? [])]))))
    .$if(recipientHash !== undefined, (q) => q.where('l.recipient_hash', '=', recipientHash ?? Buffer.alloc(0)))
    .$if(readers !== undefined, (q) =>
      q.where((eb) =>
        eb.or(
          (readers ?? []).map(({ type, ids }) =>
            eb.and([eb('l.related_type', '=', type), eb('l.related_id', '=', eb.fn.any(eb.val(ids)))]),
          ),
        ),
      ),
    )

export const MAIL_COLUMNS = [
  'l.id',
  'l.template',
  'l.recipient_masked',
  'l.recipient_hash',
  'l.related_type',
  'l.related_id',
  'l.related_ids',
  'l.state',
  'l.error',
  'l.is_doubtful',
  'l.created_at',
  'l.sent_at',
] as const

export interface MailQuery extends MailFilters {
  page: number
  per_page: number
}

/** A page of the school's mails, those written last first, and how many there are. */
export async function listOutboxMails(tx: SchoolTransaction, { page, per_page, ...filters }: MailQuery) {
  const rows = await filteredMails(tx, filters)
    .select(MAIL_COLUMNS)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(per_page)
    .offset(per_page * (page - 1))
    .execute()
  const { total } = await filteredMails(tx, filters)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export type OutboxMailRow = Awaited<ReturnType<typeof listOutboxMails>>['rows'][number]

export async function countFailedMails(tx: SchoolTransaction) {
  const { failed } = await tx
    .selectFrom('mail_log')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(failed)
}

/** Locks it, so that two people who send it again do it once. */
export const lockOutboxMail = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('mail_log as l').select(MAIL_COLUMNS).where('l.id', '=', id).forUpdate().executeTakeFirst()

/** Contacts of applications that are not in the bin, each with the child it is about. */
export const listContactsInMails = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select(['c.id', 'c.firstname', 'c.lastname', 'c.mail', 'r.id as registration_id'])
    .select(['r.child_firstname', 'r.child_lastname'])
    .where('c.id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('r.deleted_at', 'is', null)
    .execute()

/** The children of these applications. */
export const listApplicantsInMails = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration')
    .select(['id', 'child_firstname as firstname', 'child_lastname as lastname'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** Guardians with the first of their children. */
export const listGuardiansInMails = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('guardian as g')
    .innerJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'g.school_id').onRef('pg.guardian_id', '=', 'g.id'),
    )
    .innerJoin('pupil as p', (join) =>
      join.onRef('p.school_id', '=', 'pg.school_id').onRef('p.id', '=', 'pg.pupil_id').on('p.deleted_at', 'is', null),
    )
    .distinctOn('g.id')
    .select(['g.id', 'g.firstname', 'g.lastname', 'g.mail', 'p.id as pupil_id'])
    .select(['p.firstname as child_firstname', 'p.lastname as child_lastname', 'p.lastname_prefix'])
    .where('g.id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('g.deleted_at', 'is', null)
    .orderBy('g.id')
    .orderBy('p.id')
    .execute()

export const listPupilsInMails = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('pupil')
    .select(['id', 'firstname', 'lastname', 'lastname_prefix', 'mail'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('deleted_at', 'is', null)
    .execute()

/** The class that each of these pupils is in on the day; those without one have no row. */
export const listClassesInMails = (tx: SchoolTransaction, ids: readonly number[], day: string) =>
  membershipsOn(tx, day)
    .innerJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.schoolclass_id'),
    )
    .select('m.pupil_id')
    .select(CLASS_COLUMNS)
    .where('m.pupil_id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()

/** The users who asked for the mail of the morning. */
export const listFeedsInMails = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('sicknote_feed as f')
    .innerJoin('app_user as u', 'u.id', 'f.user_id')
    .select(['f.id', 'u.name', 'u.email'])
    .where('f.id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()

export const listEmployeesInMails = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('employee')
    .select(['id', 'firstname', 'lastname', 'mail'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('deleted_at', 'is', null)
    .execute()

/** The subjects of these circulars or data checks. */
export const listMailings = (tx: SchoolTransaction, mailing: Mailing, ids: readonly number[]) =>
  tx
    .selectFrom(mailing)
    .select(['id', 'subject'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()
