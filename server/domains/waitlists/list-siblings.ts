import { isTransformed } from '#contract/registrations/registrations.status.ts'
import { searchWords } from '#contract/search-fold.ts'
import type { SiblingClaim, SiblingPupil, WaitlistSiblings } from '#contract/waitlists/waitlists.siblings.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { findRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import {
  listLinkedSiblings,
  listSiblingPupils,
  listSiblingSchools,
  type SiblingSchool,
} from '#server/domains/registrations/registrations.siblings.shared.queries.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { findCountedSiblings, findSiblingPupils } from './waitlists.siblings.queries.ts'

type Claim = Omit<SiblingClaim, 'candidates'>

/** The words that must be in the name of such a child: all last names and the first given name. */
const wordsOf = ({ firstname, lastname }: Claim) => [...searchWords(firstname).slice(0, 1), ...searchWords(lastname)]

const withCandidates = async (
  tx: SchoolTransaction,
  claim: Claim,
  { schools, reading }: { schools: readonly SiblingSchool[]; reading: Reader },
): Promise<SiblingClaim> => {
  const named = schools.filter(({ short, is_reachable }) => short === claim.school_short && is_reachable)
  const asked = { own: reading.viewer.school_id, schoolIds: named.map(({ id }) => id) }
  const found =
    claim.relation === 'enrolled'
      ? await withSchools(tx, asked, (inside) => findSiblingPupils(inside, wordsOf(claim), reading))
      : []
  return { ...claim, candidates: found.flat() }
}

const listVerified = async (
  tx: SchoolTransaction,
  registrationId: number,
  { schools, reading }: { schools: readonly SiblingSchool[]; reading: Reader },
) => {
  const own = reading.viewer.school_id
  const linked = await listLinkedSiblings(tx, [registrationId], own)
  const counted = new Set((await findCountedSiblings(tx, linked, own)).map(({ id }) => id))
  const shown = schools.filter(({ id, is_reachable }) => is_reachable && linked.some((one) => one.school_id === id))
  const pupils = await withSchools(tx, { own, schoolIds: shown.map(({ id }) => id) }, async (inside, schoolId) => {
    const ids = linked.filter(({ school_id }) => school_id === schoolId).map(({ pupil_id }) => pupil_id)
    return (await listSiblingPupils(inside, ids, reading)).map((pupil): [string, SiblingPupil] => [
      `${schoolId} ${pupil.pupil_id}`,
      pupil,
    ])
  })
  const pupilOf = new Map(pupils.flat())
  return linked.map(({ id, school_id, pupil_id, verified_by, verified_at }) => ({
    id,
    school_short: schools.find((school) => school.id === school_id)?.short ?? '',
    pupil: pupilOf.get(`${school_id} ${pupil_id}`) ?? null,
    is_counted: counted.has(id),
    verified_by,
    verified_at,
  }))
}

/** The family's answers about siblings, the pupils they may mean, and the pupils that staff linked (domain §3.2). */
export async function listSiblings(tx: SchoolTransaction, id: number, reading: Reader): Promise<WaitlistSiblings> {
  const registration = await findRegistration(tx, id)
  if (!registration) throw notFound()
  const schools = await listSiblingSchools(tx, reading.viewer)
  const { sibling_priority } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const { siblings: said = [] } = registration.meta as { siblings?: Claim[] }
  const claims: SiblingClaim[] = []
  for (const claim of said) {
    const asked = isTransformed(registration) ? [] : schools
    claims.push(await withCandidates(tx, claim, { schools: asked, reading }))
  }
  return {
    claims,
    siblings: await listVerified(tx, id, { schools, reading }),
    schools: schools.map(({ short, name, is_own, is_reachable }) => ({ short, name, is_own, is_reachable })),
    sibling_priority,
  }
}

/** Children of all schools in which the viewer may search, by name; 404 for an unknown application. */
export async function searchSiblings(tx: SchoolTransaction, asked: { id: number; search: string }, reading: Reader) {
  if (!(await findRegistration(tx, asked.id))) throw notFound()
  const words = searchWords(asked.search)
  const schools = (await listSiblingSchools(tx, reading.viewer)).filter(({ is_reachable }) => is_reachable)
  const found = await withSchools(
    tx,
    { own: reading.viewer.school_id, schoolIds: schools.map(({ id }) => id) },
    (inside) => findSiblingPupils(inside, words, reading),
  )
  return found.flat()
}
