import type { Permission } from '#contract/permissions.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'

/**
 * What a viewer gets of a pupil; other data never leave the database (domain §1.0). Everybody who may see the child gets
 * class A; class D has a domain of its own, `sensitive`.
 */
export interface VisibleFields {
  /** Classes B and C: birth date, career, addresses, guardians. The role viewer only gets class A and the gender. */
  contacts: boolean
  /** The address of a guardian who lives apart from the child: class C, but not for teachers. */
  apartAddress: boolean
  /** Which proof of custody was seen: class C, but teachers only see who has custody. */
  custodyProof: boolean
  /** Class E: the remark in the record; and whether the record can still be deleted. */
  record: boolean
  /** The application that became the pupil. */
  registration: boolean
}

export const visibleFields = ({ permissions }: Pick<SchoolViewer, 'permissions'>): VisibleFields => {
  const may = (permission: Permission) => permissions.includes(permission)
  return {
    contacts: seesPupilContacts(permissions),
    apartAddress: may('manage pupil'),
    custodyProof: may('manage pupil'),
    record: may('manage pupil'),
    registration: may('manage pupil application'),
  }
}
