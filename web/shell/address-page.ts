import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'

/** Whose page has the address; each kind of mail has one of these ids. */
export interface Addressed {
  pupil_id: number | null
  employee_id?: number | null
  registration_id?: number | null
}

/** The page where the address is entered. Undefined when whoever it belongs to was removed. */
export const addressPage = ({ pupil_id, employee_id = null, registration_id = null }: Addressed) => {
  if (pupil_id !== null) return { ...linkTarget(paths.pupil(pupil_id)), hash: 'contacts' }
  if (registration_id !== null) return { ...linkTarget(paths.registration(registration_id)), hash: 'contacts' }
  return employee_id === null ? undefined : { ...linkTarget(paths.employee(employee_id)), hash: 'contact' }
}
