import { compareChildren } from '#contract/registrations/duplicates.ts'
import { SIBLING_SIGNS, type SimilarRecords } from '#contract/registrations/registrations.similar.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.shared.queries.ts'
import { listDuplicatePupils } from '#server/domains/pupils/pupils.shared.queries.ts'
import { findRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { type Family, findFamily, foldedName, listOfAlikeBirth, listOfFamily } from './registrations.similar.queries.ts'

interface Row {
  child_firstname: string
  child_lastname: string
  child_birthdate: string
}

const childOf = ({ child_firstname, child_lastname, child_birthdate }: Row) => ({
  firstname: child_firstname,
  lastname: child_lastname,
  birthdate: child_birthdate,
})

/** Names of school years (2026/2027) sort in the order of time. */
const yearSeenFrom = (own: string, other: string) => {
  if (own === other) return 'same'
  return other < own ? 'earlier' : 'later'
}

const listRegistrations = async (tx: SchoolTransaction, { id, child, year }: Family) => {
  const candidates = await listOfAlikeBirth(tx, child.birthdate)
  return candidates.flatMap((candidate): SimilarRecords['registrations'] => {
    const likeness = candidate.id === id ? null : compareChildren(child, childOf(candidate))
    return likeness ? [{ ...candidate, likeness, year: yearSeenFrom(year, candidate.school_year) }] : []
  })
}

const listSiblings = async (tx: SchoolTransaction, family: Family) => {
  const candidates = await listOfFamily(tx, family)
  const found = candidates.flatMap(({ claimed, mail, phone, address, ...other }): SimilarRecords['siblings'] => {
    if (compareChildren(family.child, childOf(other))) return []
    const isSign = { claimed, mail, phone, address }
    return [{ ...other, signs: SIBLING_SIGNS.filter((sign) => isSign[sign]) }]
  })
  return found.toSorted((a, b) => b.signs.length - a.signs.length)
}

const listPupils = async (
  tx: SchoolTransaction,
  { child }: Family,
  isStaying: boolean,
): Promise<SimilarRecords['pupils']> => {
  const { exact, likely } = await listDuplicatePupils(tx, child, isStaying)
  return [
    ...exact.map((pupil) => ({ ...pupil, likeness: 'exact' as const })),
    ...likely.map((pupil) => ({ ...pupil, likeness: 'likely' as const })),
  ]
}

/**
 * Named siblings who did not apply. The answer says nothing about schools that the viewer cannot reach, not even that
 * nobody applied there.
 */
const listMissing = (
  { applying }: Family,
  { schools, siblings }: { schools: readonly { short: string }[]; siblings: SimilarRecords['siblings'] },
) =>
  applying
    .filter(({ school_short }) => schools.some(({ short }) => short === school_short))
    .filter(
      (claim) =>
        !siblings.some(
          (sibling) =>
            sibling.school_short === claim.school_short && foldedName(childOf(sibling)) === foldedName(claim),
        ),
    )
    .map(({ firstname, lastname, school_short }) => ({ firstname, lastname, school_short }))

/**
 * What else is known about the child and about siblings who apply too, at this school and the others the viewer can
 * reach (domain §3.1, §3.3); 404 when the application is unknown or in the bin.
 */
export async function findSimilar(tx: SchoolTransaction, id: number, viewer: SchoolViewer): Promise<SimilarRecords> {
  const registration = await findRegistration(tx, id)
  const family = registration && (await findFamily(tx, id))
  if (!registration || !family) throw notFound()
  const schools = await listReachableSchools(tx, viewer)
  const scope = { own: viewer.school_id, schoolIds: schools.map((school) => school.id) }
  const found = await withSchools(tx, scope, async (inside, schoolId) => ({
    registrations: await listRegistrations(inside, family),
    // A child who became a pupil here has an exit at the other school because of the change of school, which needs no
    // attention.
    pupils: await listPupils(inside, family, registration.pupil_id !== null && schoolId !== viewer.school_id),
    siblings: await listSiblings(inside, family),
  }))
  const siblings = found.flatMap((school) => school.siblings)
  return {
    registrations: found.flatMap((school) => school.registrations),
    pupils: found.flatMap((school) => school.pupils).filter((pupil) => pupil.id !== registration.pupil_id),
    siblings,
    missing_siblings: listMissing(family, { schools, siblings }),
  }
}
