import { sql } from 'kysely'
import { MailState } from '#contract/mail-states.ts'
import { MAILINGS, type Mailing, templatesOf } from '#contract/outboxes/outboxes.mails.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  filteredMails,
  MAIL_COLUMNS,
  MAILING_ID,
  type MailFilters,
  type MailQuery,
  type OutboxMailRow,
} from './outboxes.mails.queries.ts'

/** The templates stand in the text of the statement, because PostgreSQL finds the index of some templates only so. */
const templates = (mailings: readonly Mailing[]) => sql.join(templatesOf(mailings).map((template) => sql.lit(template)))
const hasTemplateOf = (mailing: Mailing) => sql<boolean>`l.template in (${templates([mailing])})`
const IS_SINGLE = sql<boolean>`l.template not in (${templates(MAILINGS)})`

const IS_CIRCULAR = sql<boolean>`l.template = 'circular'`

/**
 * The mailings of this kind that the filtered mails are part of, with the last mail of each. Each kind is grouped for itself,
 * because each has an index in the order of its numbers.
 */
const listMailings = (tx: SchoolTransaction, mailing: Mailing, filters: MailFilters) =>
  tx
    .selectFrom(
      filteredMails(tx, filters)
        .select(MAILING_ID.as('mailing_id'))
        .select(({ fn }) => [fn.max('l.id').as('last_id'), fn.countAll<number>().as('mails')])
        .where(hasTemplateOf(mailing))
        .groupBy('mailing_id')
        .as('m'),
    )
    .leftJoin(tx.selectFrom(mailing).select('id').as('s'), 's.id', 'm.mailing_id')
    .selectAll('m')
    .select([sql<boolean>`s.id is not null`.as('is_stored'), sql.lit(mailing).as('mailing')])
    .execute()
type MailingLine = Awaited<ReturnType<typeof listMailings>>[number]

/** Mails of those of the lines that are of this kind. */
const isPartOf = (mailing: Mailing, lines: readonly MailingLine[]) => {
  const ids = lines.filter((line) => line.mailing === mailing).map(({ mailing_id }) => mailing_id)
  return sql<boolean>`(${hasTemplateOf(mailing)} and ${MAILING_ID} = any(${ids}::bigint[]))`
}

/** How many of the filtered mails of these lines are in each state, and whether one of them may have left twice. */
const countStates = (tx: SchoolTransaction, lines: readonly MailingLine[], filters: MailFilters) =>
  filteredMails(tx, filters)
    .select(IS_CIRCULAR.as('is_circular'))
    .select(({ fn }) => [fn.max('l.id').as('last_id'), fn.countAll<number>().as('mails')])
    .select(sql<boolean>`bool_or(l.is_doubtful)`.as('is_doubtful'))
    .select(({ fn }) =>
      MailState.options.map((state) => fn.countAll<number>().filterWhere('l.state', '=', state).as(state)),
    )
    .where((eb) => eb.or(MAILINGS.map((mailing) => isPartOf(mailing, lines))))
    .groupBy(['is_circular', MAILING_ID])
    .execute()
export type OutboxLine = Awaited<ReturnType<typeof countStates>>[number]

interface LineQuery extends MailQuery {
  /** Lines begin with these mails. */
  lastIds: readonly number[]
  /** The mails of these mailings are listed singly, because nobody could open their line. */
  unstored: readonly MailingLine[]
}

const listRows = (tx: SchoolTransaction, { lastIds, unstored, page, per_page, ...filters }: LineQuery) =>
  filteredMails(tx, filters)
    .select(MAIL_COLUMNS)
    .where((eb) =>
      eb.or([
        IS_SINGLE,
        eb('l.id', '=', eb.fn.any(eb.val([...lastIds]))),
        ...[...new Set(unstored.map(({ mailing }) => mailing))].map((mailing) => isPartOf(mailing, unstored)),
      ]),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(per_page)
    .offset(per_page * (page - 1))
    .execute()

async function countMails(tx: SchoolTransaction, filters: MailFilters) {
  const { count } = await filteredMails(tx, filters)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * A page of the filtered mails in lines, and how many there are. One line stands for each mailing that is stored, with its
 * last mail, so that a mailing that is sent late comes up again. All other mails are lines of their own.
 */
export async function listOutboxLines(tx: SchoolTransaction, { page, per_page, ...filters }: MailQuery) {
  const mailings = [
    ...(await listMailings(tx, 'circular', filters)),
    ...(await listMailings(tx, 'data_check', filters)),
  ]
  const stored = mailings.filter(({ is_stored }) => is_stored)
  const unstored = mailings.filter(({ is_stored }) => !is_stored)
  const lastIds = stored.map(({ last_id }) => last_id)
  const rows: OutboxMailRow[] = await listRows(tx, { ...filters, page, per_page, lastIds, unstored })
  const inLines = stored.reduce((sum, { mails }) => sum + mails, 0)
  const total = (await countMails(tx, filters)) - inLines + stored.length
  const shown = stored.filter(({ last_id }) => rows.some(({ id }) => id === last_id))
  const lines = shown.length > 0 ? await countStates(tx, shown, filters) : []
  return { rows, total, lines: new Map(lines.map((line) => [line.last_id, line])) }
}
