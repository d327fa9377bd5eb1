import type { CircularAudience } from '#contract/circulars/circulars.audience.ts'
import type { CircularLeftOut, CircularReason } from '#contract/circulars/circulars.ts'
import { fullName } from '#contract/person-names.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { type Child, type CircularReader, type IsUnreachable, unreachableIn } from './circular-reader.ts'
import { type FamilyRow, listFamilyRows } from './circulars.families.shared.queries.ts'
import { planStaff } from './plan-staff.ts'

type Guardian = FamilyRow & { guardian_id: number; firstname: string; lastname: string; mail: string }

const childOf = (row: FamilyRow): Child => ({
  id: row.pupil_id,
  firstname: row.child_firstname,
  schoolclass: toClassRef(row)?.classgradePlain ?? '',
})

/** Why this row brings no mail; undefined: it does. */
const reasonOf = (row: FamilyRow, isUnreachable: IsUnreachable): CircularReason | undefined => {
  if (!row.informs_parents) return 'of_age'
  if (row.guardian_id === null) return 'nobody'
  if (!row.has_custody) return 'no_custody'
  if (row.mail === null) return 'no_mail'
  if (!row.is_usable) return 'unconfirmed'
  return isUnreachable(row.mail) ? 'unreachable' : undefined
}

/** `Mia, 3a`; a child that is in no class by now has only its name. */
export const childText = ({ firstname, schoolclass }: Pick<Child, 'firstname' | 'schoolclass'>) =>
  schoolclass === '' ? firstname : `${firstname}, ${schoolclass}`

const leftOutOf = (row: FamilyRow, reason: CircularReason): CircularLeftOut => {
  const isAboutChild = reason === 'of_age' || row.guardian_id === null
  return {
    pupil_id: row.pupil_id,
    employee_id: null,
    child: childText({
      firstname: isAboutChild
        ? fullName({
            firstname: row.child_firstname,
            lastname: row.child_lastname,
            lastname_prefix: row.lastname_prefix,
          })
        : row.child_firstname,
      schoolclass: childOf(row).schoolclass,
    }),
    guardian_id: isAboutChild ? null : row.guardian_id,
    name: isAboutChild ? null : fullName({ firstname: row.firstname ?? '', lastname: row.lastname ?? '' }),
    reason,
  }
}

/** The same person with two records, as imports make for brothers and sisters, has one mailbox and one name. */
const personKey = ({ mail, firstname, lastname }: Guardian) =>
  `${mail.toLowerCase()} ${searchFold(`${firstname} ${lastname}`)}`

/** Who reads the mail and who does not, from the rows of the families. */
export function planReaders(rows: readonly FamilyRow[], isUnreachable: IsUnreachable = () => false) {
  const readers = new Map<string, CircularReader>()
  const leftOut = new Map<string, CircularLeftOut>()
  for (const row of rows) {
    const reason = reasonOf(row, isUnreachable)
    if (reason !== undefined) {
      const one = leftOutOf(row, reason)
      leftOut.set(`${one.pupil_id} ${one.guardian_id}`, one)
      continue
    }
    const guardian = row as Guardian
    const key = personKey(guardian)
    const { guardian_id: id, mail } = guardian
    const reader = readers.get(key) ?? { id, mail, name: fullName(guardian), children: [] }
    if (!reader.children.some((child) => child.id === row.pupil_id)) reader.children.push(childOf(row))
    // The smallest number is the same in whatever order the classes come.
    readers.set(key, { ...reader, id: Math.min(reader.id, id) })
  }
  return { readers: [...readers.values()], leftOut: [...leftOut.values()] }
}

export async function planCircular(tx: SchoolTransaction, audience: CircularAudience, today: string) {
  const isUnreachable = audience.tries_unreachable ? undefined : await unreachableIn(tx)
  if (audience.kind === 'staff') return await planStaff(tx, audience, { today, isUnreachable })
  const classIds = audience.is_whole_school ? null : audience.class_ids
  return planReaders(await listFamilyRows(tx, { classIds, pupilIds: null, today }), isUnreachable)
}

/** One of those who get it; 404 for everybody else. */
export async function getReader(tx: SchoolTransaction, asked: CircularAudience & { reader_id: number }, today: string) {
  const { readers } = await planCircular(tx, asked, today)
  const reader = readers.find(({ id }) => id === asked.reader_id)
  if (!reader) throw notFound()
  return reader
}

/** The children of a reader for the page: `Mia, 3a; Ben, 5b`. */
export const childrenText = (children: readonly Parameters<typeof childText>[0][]) => children.map(childText).join('; ')

/** A reader as the page names them. */
export const shownReader = (reader: CircularReader) => ({
  id: reader.id,
  name: reader.name,
  children: childrenText(reader.children),
})
