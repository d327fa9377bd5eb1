import { fullName } from '#contract/person-names.ts'
import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { toClassName, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { type FamilyRow, listClassRows, listFamilyRows, listPupilNames } from './circulars.families.shared.queries.ts'

type Named = Parameters<typeof fullName>[0]
interface ShownChild {
  firstname: string
  schoolclass: string
}

/** `Mia, 3a`; a child that is in no class by now has only its name. */
export const childText = ({ firstname, schoolclass }: ShownChild) =>
  schoolclass === '' ? firstname : `${firstname}, ${schoolclass}`

/** The children of a reader for the page: `Mia, 3a; Ben, 5b`. */
export const childrenText = (children: readonly ShownChild[]) => children.map(childText).join('; ')

export const childOf = (row: FamilyRow) => ({
  id: row.pupil_id,
  firstname: row.child_firstname,
  schoolclass: toClassRef(row)?.classgradePlain ?? '',
})

/** Who gets no mail, in words. What is about the child alone has its whole name and nobody else's. */
export const leftOutText = ({
  person,
  child,
}: {
  person: Named | undefined
  child: (Named & ShownChild) | undefined
}) => ({
  child: child ? childText({ ...child, firstname: person ? child.firstname : fullName(child) }) : '',
  name: person ? fullName(person) : null,
})

/** The same for a row of a family. */
export const leftOutOfRow = (row: FamilyRow, isAboutChild: boolean) => {
  const { pupil_id, child_lastname: lastname, lastname_prefix, guardian_id } = row
  const person = { firstname: row.firstname ?? '', lastname: row.lastname ?? '' }
  const texts = leftOutText({
    person: isAboutChild ? undefined : person,
    child: { ...childOf(row), lastname, lastname_prefix },
  })
  return { pupil_id, guardian_id: isAboutChild ? null : guardian_id, ...texts }
}

export type NamedChildren = ReadonlyMap<number, Named & ShownChild & { id: number }>

/** Pupils by id with their classes of today; restricted and erased ones are missing. */
export async function readChildren(tx: SchoolTransaction, ids: readonly number[], today: string) {
  const pupils = await listPupilNames(tx, [...new Set(ids)])
  const rows = await listFamilyRows(tx, { classIds: null, pupilIds: pupils.map(({ id }) => id), today })
  const classes = new Map(rows.map((row) => [row.pupil_id, childOf(row).schoolclass]))
  return new Map(pupils.map((pupil) => [pupil.id, { ...pupil, schoolclass: classes.get(pupil.id) ?? '' }]))
}

interface LeftOutIds {
  pupil_id?: number | null
  registration_id?: number | null
  guardian_id?: number | null
  contact_id?: number | null
  employee_id?: number | null
}

/** Names are those of today: whoever is restricted or erased by now has none, and no line. */
export const namedLeftOut = <One extends LeftOutIds>(
  stored: readonly One[],
  { children, people }: { children: NamedChildren; people: ReadonlyMap<number, Named> },
) =>
  stored.flatMap((one) => {
    const childId = one.pupil_id ?? one.registration_id ?? null
    const personId = one.guardian_id ?? one.contact_id ?? one.employee_id ?? null
    const child = children.get(childId ?? 0)
    const person = people.get(personId ?? 0)
    if ((childId !== null && !child) || (personId !== null && !person)) return []
    return [{ ...one, ...leftOutText({ person, child }) }]
  })

/** The names of these classes; 422 with the refusal when one is unknown at this school. */
export async function classesText(tx: SchoolTransaction, classIds: readonly number[], refusal: string) {
  const rows = await listClassRows(tx, classIds)
  if (rows.length !== new Set(classIds).size) throw invalid({ class_ids: [refusal] })
  const names = rows.flatMap((row) => toClassName(row) ?? []).toSorted(compareClasses)
  return names.map(({ classgradePlain }) => classgradePlain).join(', ')
}
