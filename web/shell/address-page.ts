import { paths } from '#web/paths.ts'

/** Whose page has the address; each kind of mail has one of these ids. */
export interface Addressed {
  pupil_id: number | null
  employee_id?: number | null
  registration_id?: number | null
}

/** The address of a pupil's page names the guardian whose e-mail address is changed. */
export const GUARDIAN_IN_ADDRESS = 'kontakt'

/** The path of the page where the address is entered. */
const addressPath = ({ pupil_id, employee_id = null, registration_id = null }: Addressed) => {
  if (pupil_id !== null) return { to: paths.pupil(pupil_id), hash: 'contacts' }
  if (registration_id !== null) return { to: paths.registration(registration_id), hash: 'contacts' }
  return employee_id === null ? undefined : { to: paths.employee(employee_id), hash: 'contact' }
}

interface Wanted {
  /** The page has a link back to this circular. */
  circular?: number
  /** On the page of a pupil: the dialog of this guardian opens on the e-mail address. */
  guardian?: number | null
}

/** The page where the address is entered. Undefined when whoever it belongs to was removed. */
export const addressPage = (addressed: Addressed, { circular, guardian = null }: Wanted = {}) => {
  const page = addressPath(addressed)
  if (!page) return undefined
  const search = {
    ...(circular !== undefined && { circular: String(circular) }),
    ...(addressed.pupil_id !== null && guardian !== null && { [GUARDIAN_IN_ADDRESS]: String(guardian) }),
  }
  return { ...page, search }
}
