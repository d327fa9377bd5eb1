import { fullName } from '#contract/person-names.ts'
import { type Agreement, formAsAsked } from '#contract/registrations/registrations.agreement.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import { answersOf, getFormFacts } from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import { listPapersOf } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { registrations } from '#server/domains/registrations/registrations.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'

export interface PrintQuery {
  ids: readonly number[]
  today: string
  /** Whether the notice is printed with each of them. */
  hasNotice: boolean
}

/** The data of an application for its paper: neither note nor rank is ever read (domain §2.4). */
const listChosen = (tx: SchoolTransaction, ids: readonly number[]) =>
  registrations(tx)
    .select(['r.id', 'r.number', 'r.created_at', 'r.source', 'r.desired_grade', 'r.school_year_id', 'r.entry_type'])
    .select(['r.meta', 'r.desired_start_date', 'r.privacy_notice_id'])
    .select(['y.name as school_year', 'y.date_start as year_start'])
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

const listContactsOf = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration_contact')
    .selectAll()
    .where((eb) => eb('registration_id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('position')
    .$narrowType<{ agreement: Agreement | null }>()
    .execute()

/**
 * The versions of the privacy notice that these applications name, and the newest one for those that name none, which
 * comes last. The long text is read only when it is printed.
 */
async function listNotices(tx: SchoolTransaction, { named, hasText }: { named: readonly number[]; hasText: boolean }) {
  const notices = await tx
    .selectFrom('privacy_notice as n')
    .select(['n.id', 'n.version_number', 'n.created_at'])
    .$if(hasText, (query) => query.select('n.body_markdown'))
    .where((eb) =>
      eb.or([
        eb('n.id', '=', eb.fn.any(eb.val([...named]))),
        eb(
          'n.version_number',
          '=',
          eb.selectFrom('privacy_notice as o').select(({ fn }) => fn.max('o.version_number').as('newest')),
        ),
      ]),
    )
    .orderBy('n.version_number')
    .execute()
  return notices.map(({ body_markdown = null, ...notice }) => ({ ...notice, body_markdown }))
}

/**
 * The chosen applications with the data for papers, in the order of the choice; applications in the bin are missing.
 */
export async function listPrinted(tx: SchoolTransaction, { ids, today, hasNotice }: PrintQuery) {
  const wanted = [...new Set(ids)]
  const rows = new Map((await listChosen(tx, wanted)).map((row) => [row.id, row]))
  const contacts = Map.groupBy(await listContactsOf(tx, wanted), (one) => one.registration_id)
  const papers = await listPapersOf(tx, wanted)
  const named = [...rows.values()].flatMap(({ privacy_notice_id }) => privacy_notice_id ?? [])
  const notices = await listNotices(tx, { named: [...new Set(named)], hasText: hasNotice })
  const form = await getFormFacts(tx, {
    school: await getSchool(tx),
    today,
    schoolyears: await listSchoolyears(tx),
  })
  const printed = wanted.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const own = contacts.get(id) ?? []
    const answers = answersOf(row, own)
    return {
      ...{ id, number: row.number, created_at: row.created_at, source: row.source },
      ...{ desired_grade: row.desired_grade, school_year: row.school_year, answers },
      form: formAsAsked(form, { contacts: own, meta: answers.meta }),
      contacts: own.map((one) => ({ ...one, fullname: fullName(one) })),
      papers: papers.get(id) ?? [],
      notice: notices.find((one) => one.id === row.privacy_notice_id) ?? notices.at(-1),
    }
  })
  return { printed, school: await getSchoolHead(tx) }
}
export type Printing = Awaited<ReturnType<typeof listPrinted>>
export type PrintedRegistration = Printing['printed'][number]
