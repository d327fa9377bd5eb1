import type { PackageOptions } from '#contract/accesspackages/accesspackages.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withSchools } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.shared.queries.ts'
import type { StoredRow } from './package-rows.queries.ts'
import { listSameContacts, listSameGuardians, type SoughtPerson } from './same-person.queries.ts'

const PHONES = ['phone_mobile', 'phone_home', 'phone_work'] as const

const soughtOf = (guardian: StoredRow): SoughtPerson => ({
  firstname: String(guardian.firstname),
  lastname: String(guardian.lastname),
  mail: (guardian.mail as string | null) ?? null,
  phones: PHONES.flatMap((key) => (guardian[key] ? [String(guardian[key])] : [])),
})

/**
 * Other records of a guardian at all schools that the viewer can reach. Two people may share name and number, so
 * somebody has to confirm each record.
 */
export async function findSame(
  tx: SchoolTransaction,
  guardian: StoredRow,
  viewer: SchoolViewer,
): Promise<PackageOptions['also']> {
  const sought = soughtOf(guardian)
  const schools = await listReachableSchools(tx, viewer)
  const scope = { own: viewer.school_id, schoolIds: schools.map(({ id }) => id) }
  const found = await withSchools(tx, scope, async (inside, school_id) => {
    const school_short = schools.find(({ id }) => id === school_id)?.short ?? ''
    const guardians = await listSameGuardians(inside, sought)
    const contacts = await listSameContacts(inside, sought)
    return [
      ...guardians
        .filter(({ id }) => school_id !== viewer.school_id || id !== guardian.id)
        .map(({ id, name, about }) => ({
          kind: 'guardian' as const,
          ...{ school_id, school_short, id },
          text: about ? `${name}, Kinder: ${about}` : name,
        })),
      ...contacts.map(({ id, name, about }) => ({
        kind: 'contact' as const,
        ...{ school_id, school_short, id },
        text: `${name}, Bewerbung ${about}`,
      })),
    ]
  })
  return found.flat()
}
