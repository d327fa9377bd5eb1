import type { Permission } from '#contract/permissions.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'

/** The data classes of a pupil that a viewer gets (domain §1.0); other data never leave the database. */
export interface VisibleFields {
  /** Classes B and C: birth date, career, addresses, guardians. The role viewer only gets class A and the gender. */
  contacts: boolean
  /** Class C, too: the address of a guardian who lives apart from the child; not for teachers. */
  apartAddress: boolean
  /** Class C, too: which proof of custody was seen; teachers only see who has custody. */
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
