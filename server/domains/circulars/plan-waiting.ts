import type { WaitingFor } from '#contract/circulars/circulars.audience.ts'
import type { CircularLeftOut, CircularReason } from '#contract/circulars/circulars.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { type Child, type CircularReader, type IsUnreachable, NO_IDS, personKey, triesAll } from './circular-reader.ts'
import {
  listApplicants,
  listKnownApplications,
  listWaitingRows,
  type WaitingChoice,
  type WaitingRow,
} from './circulars.waiting.queries.ts'
import { leftOutText } from './family-names.shared.ts'

/** „Klasse 1“: what stands in place of the class of a child that is no pupil yet. */
const gradeWaitedFor = (grade: number) => `Klasse ${grade}`

export const applicantOf = ({
  registration_id: id,
  child_firstname: firstname,
  desired_grade,
  schoolyear,
}: WaitingRow): Child => ({
  ...{ id, firstname, schoolclass: gradeWaitedFor(desired_grade) },
  wish: { schoolyear, grade: desired_grade },
})

/** Why this row brings no mail; undefined: it does. Only confirmed addresses get mails about applications (domain §2.3). */
export const reasonOfWaiting = (row: WaitingRow, isUnreachable: IsUnreachable): CircularReason | undefined => {
  if (!row.is_waiting) return 'not_waiting'
  if (row.contact_id === null) return 'nobody'
  if (!row.has_custody) return 'no_custody'
  if (row.mail === null) return 'no_mail'
  if (row.mail_verified_at === null) return 'unconfirmed'
  return isUnreachable(row.mail) ? 'unreachable' : undefined
}

const leftOutOf = (row: WaitingRow, reason: CircularReason): CircularLeftOut => {
  const isAboutChild = reason === 'not_waiting' || row.contact_id === null
  const person = { firstname: row.firstname ?? '', lastname: row.lastname ?? '' }
  return {
    ...NO_IDS,
    registration_id: row.registration_id,
    contact_id: isAboutChild ? null : row.contact_id,
    ...leftOutText({
      person: isAboutChild ? undefined : person,
      child: { ...applicantOf(row), lastname: row.child_lastname },
    }),
    reason,
  }
}

type Contact = WaitingRow & { contact_id: number; firstname: string; lastname: string; mail: string }

/** A reader with the contacts of all applications that this person has, also of those that bring no mail. */
interface WaitingReader extends CircularReader {
  contactIds: number[]
}

export function readersOf(rows: readonly WaitingRow[], isUnreachable: IsUnreachable): WaitingReader[] {
  const people = Map.groupBy(rows.filter(({ mail }) => mail !== null) as Contact[], personKey)
  return [...people.values()].flatMap((own) => {
    const reached = own.filter((row) => reasonOfWaiting(row, isUnreachable) === undefined)
    const [first] = reached
    if (!first) return []
    const contactIds = own.map(({ contact_id }) => contact_id)
    const id = Math.min(...reached.map(({ contact_id }) => contact_id))
    return [{ id, name: fullName(first), mail: first.mail, children: reached.map(applicantOf), contactIds }]
  })
}

const readYears = async (tx: SchoolTransaction) =>
  new Map((await listSchoolyears(tx)).map(({ id, name }) => [id, name]))

/** An id of another school is answered like one that never existed. */
async function refuseUnknown(tx: SchoolTransaction, { waitlists, registration_ids }: WaitingChoice) {
  const known = await listKnownApplications(tx, registration_ids)
  if (known.length < new Set(registration_ids).size) throw notFound()
  const years = await readYears(tx)
  if (waitlists.some(({ school_year_id }) => !years.has(school_year_id))) throw notFound()
}

/** „Klasse 1 für 2027/2028“ for each waiting list. */
export async function waitlistTexts(tx: SchoolTransaction, waitlists: readonly WaitingFor[]) {
  const years = await readYears(tx)
  return waitlists.map(({ school_year_id, grade }) => `${gradeWaitedFor(grade)} für ${years.get(school_year_id)}`)
}

/** Who reads a mail to the waiting list and who does not. Each person reads it once, whatever the number of applications. */
export async function planWaiting(
  tx: SchoolTransaction,
  choice: WaitingChoice,
  isUnreachable: IsUnreachable = triesAll,
) {
  await refuseUnknown(tx, choice)
  const rows = await listWaitingRows(tx, choice)
  const leftOut = rows.flatMap((row) => {
    const reason = reasonOfWaiting(row, isUnreachable)
    return reason === undefined ? [] : [leftOutOf(row, reason)]
  })
  const once = new Map(leftOut.map((one) => [`${one.registration_id} ${one.contact_id}`, one]))
  return { readers: readersOf(rows, isUnreachable), leftOut: [...once.values()] }
}

/** The children of these applications, with the grade that they wait for. */
export async function readApplicants(tx: SchoolTransaction, ids: readonly number[]) {
  const rows = await listApplicants(tx, ids)
  return new Map(
    rows.map(({ desired_grade, ...child }) => [child.id, { ...child, schoolclass: gradeWaitedFor(desired_grade) }]),
  )
}
