import type { Permission } from '#contract/permissions.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'

/** Which data classes of a pupil someone gets (domain §1.0); what is not allowed never leaves the database. */
export interface VisibleFields {
  /** Classes B and C: birth date, career, addresses, guardians. Viewers have class A and gender only. */
  contacts: boolean
  /** Class C again: where a guardian lives who lives apart from the child; not for teachers. */
  apartAddress: boolean
  /** Class C again: which proof of custody was seen; teachers are told who has custody. */
  custodyProof: boolean
  /** Class E, the remark of the record, and whether the record can still be deleted. */
  record: boolean
  /** The application the pupil was made from. */
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
