import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/school-head.queries.ts'
import { getFormFacts } from '#server/domains/registrations/form/registrations.public.queries.ts'
import { answersOf } from '#server/domains/registrations/registrations.details.queries.ts'
import { listPapersOf } from '#server/domains/registrations/registrations.events.queries.ts'
import { registrations } from '#server/domains/registrations/registrations.queries.ts'
import { getSchool } from '#server/domains/schools/schools.queries.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.queries.ts'

interface Asked {
  ids: readonly number[]
  schoolId: number
  today: string
}

/** What a paper may say of an application: neither note nor rank is ever read (domain §2.4). */
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
    .execute()

/** Every version of the notice that one of them names, and the newest for those that name none. */
const listNotices = (tx: SchoolTransaction) =>
  tx
    .selectFrom('privacy_notice')
    .select(['id', 'version_number', 'body_markdown', 'created_at'])
    .orderBy('version_number', 'desc')
    .execute()

/** The chosen applications as papers show them, in the order in which they were chosen; those in the bin are missing. */
export async function listPrinted(tx: SchoolTransaction, { ids, schoolId, today }: Asked) {
  const wanted = [...new Set(ids)]
  const rows = new Map((await listChosen(tx, wanted)).map((row) => [row.id, row]))
  const contacts = Map.groupBy(await listContactsOf(tx, wanted), (one) => one.registration_id)
  const papers = await listPapersOf(tx, wanted)
  const notices = await listNotices(tx)
  const form = await getFormFacts(tx, {
    school: await getSchool(tx, schoolId),
    today,
    schoolyears: await listSchoolyears(tx),
  })
  const printed = wanted.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const own = contacts.get(id) ?? []
    return {
      ...{ id, number: row.number, created_at: row.created_at, source: row.source },
      ...{ desired_grade: row.desired_grade, school_year: row.school_year, form },
      answers: answersOf(row, own),
      contacts: own.map((one) => ({ ...one, fullname: fullName(one) })),
      papers: papers.get(id) ?? [],
      notice: notices.find((one) => one.id === row.privacy_notice_id) ?? notices[0],
    }
  })
  return { printed, school: await getSchoolHead(tx, schoolId) }
}
export type Printing = Awaited<ReturnType<typeof listPrinted>>
export type PrintedRegistration = Printing['printed'][number]
