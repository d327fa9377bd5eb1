import { sql } from 'kysely'
import { MailState } from '#contract/mail-states.ts'
import { templatesOf } from '#contract/outboxes/outboxes.mails.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { filteredMails, MAIL_COLUMNS, MAILING_ID, type MailFilters, type MailQuery } from './outboxes.mails.queries.ts'

/**
 * The filtered mails in lines: one for each mailing that is stored, with its last mail, so that a mailing that is sent late
 * comes up again. All other mails are lines of their own: nobody could open them otherwise.
 */
const linesOf = (tx: SchoolTransaction, filters: MailFilters) =>
  filteredMails(tx, filters)
    .leftJoin('circular as c', (join) =>
      join
        .on('l.template', 'in', templatesOf(['circular']))
        .onRef('c.school_id', '=', 'l.school_id')
        .on('c.id', '=', MAILING_ID),
    )
    .leftJoin('data_check as d', (join) =>
      join
        .on('l.template', 'in', templatesOf(['data_check']))
        .onRef('d.school_id', '=', 'l.school_id')
        .on('d.id', '=', MAILING_ID),
    )
    .select(({ fn }) => [fn.max('l.id').as('id'), fn.max('l.created_at').as('written_at')])
    .select(sql<boolean>`bool_or(l.is_doubtful)`.as('has_doubtful'))
    .select(({ fn }) =>
      MailState.options.map((state) => fn.countAll<number>().filterWhere('l.state', '=', state).as(state)),
    )
    .groupBy(['c.id', 'd.id', sql`case when c.id is null and d.id is null then l.id end`])

/** A page of these lines and how many there are, read once: each row is the last mail of its line, with all its states. */
export async function listOutboxLines(tx: SchoolTransaction, { page, per_page, ...filters }: MailQuery) {
  const rows = await tx
    .with('line', () => linesOf(tx, filters))
    .with('shown', (q) =>
      q
        .selectFrom('line')
        .selectAll()
        .select(({ fn }) => fn.countAll<number>().over().as('total'))
        .orderBy('written_at', 'desc')
        .orderBy('id', 'desc')
        .limit(per_page)
        .offset(per_page * (page - 1)),
    )
    .selectFrom('shown as s')
    .innerJoin('mail_log as l', 'l.id', 's.id')
    .select(MAIL_COLUMNS)
    .select(['s.has_doubtful', 's.total', ...MailState.options.map((state) => `s.${state}` as const)])
    .orderBy('s.written_at', 'desc')
    .orderBy('l.id', 'desc')
    .execute()
  const [first] = rows
  // A page behind the last one has no row that could say how many lines there are.
  return { rows, total: first || page === 1 ? (first?.total ?? 0) : await countLines(tx, filters) }
}
export type OutboxLineRow = Awaited<ReturnType<typeof listOutboxLines>>['rows'][number]

async function countLines(tx: SchoolTransaction, filters: MailFilters) {
  const { total } = await tx
    .selectFrom(linesOf(tx, filters).as('line'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
