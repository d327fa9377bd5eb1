import { paths } from '#web/paths.ts'

/** Whose page has the address; each kind of mail has one of these ids. */
export interface Addressed {
  pupil_id: number | null
  employee_id?: number | null
  registration_id?: number | null
}

/** The path of the page where the address is entered. */
const addressPath = ({ pupil_id, employee_id = null, registration_id = null }: Addressed) => {
  if (pupil_id !== null) return { to: paths.pupil(pupil_id), hash: 'contacts' }
  if (registration_id !== null) return { to: paths.registration(registration_id), hash: 'contacts' }
  return employee_id === null ? undefined : { to: paths.employee(employee_id), hash: 'contact' }
}

/**
 * The page where the address is entered. Undefined when whoever it belongs to was removed. `circular`: that page has a
 * link back to this circular.
 */
export const addressPage = (addressed: Addressed, circular?: number) => {
  const page = addressPath(addressed)
  if (!page) return undefined
  return { ...page, search: circular === undefined ? {} : { circular: String(circular) } }
}
