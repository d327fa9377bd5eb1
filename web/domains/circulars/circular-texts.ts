import { type CircularLeftOut, type CircularReason, LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'

/** A draft is only in memory (security V14). */
export const DRAFT_LIFE = 'nur bis Sie die Seite neu laden oder schließen'

/** „Shirin Al-Ahmad (für Amina, 3a)“; the name alone where no child is listed any more. */
export const readerText = ({ name, children }: { name: string; children: string }) =>
  children === '' ? name : `${name} (für ${children})`

/** „Olga Noack (für Ole Müller)“; the child alone where nobody else is meant. */
export const leftOutName = ({ name, child }: Pick<CircularLeftOut, 'name' | 'child'>) => {
  if (name === null) return child
  return child === '' ? name : `${name} (für ${child})`
}

/** Tells those who get none apart. */
export const leftOutKey = ({ pupil_id, employee_id, registration_id, guardian_id, contact_id }: CircularLeftOut) =>
  [pupil_id, employee_id, registration_id, guardian_id, contact_id].join(' ')

type Addressed = Pick<CircularLeftOut, 'pupil_id' | 'employee_id' | 'registration_id'>

/** The page where the address is entered: of the child, the application or the employee. Undefined when all are removed. */
export const addressPage = ({ pupil_id, employee_id, registration_id }: Addressed) => {
  if (pupil_id !== null) return { ...linkTarget(paths.pupil(pupil_id)), hash: 'contacts' }
  if (registration_id !== null) return { ...linkTarget(paths.registration(registration_id)), hash: 'contacts' }
  return employee_id === null ? undefined : { ...linkTarget(paths.employee(employee_id)), hash: 'contact' }
}

const NOT_ASKED: readonly CircularReason[] = ['no_custody', 'of_age', 'not_waiting']

/** The school does not write to them in another way either. */
export const isNotAsked = ({ reason }: Pick<CircularLeftOut, 'reason'>) => NOT_ASKED.includes(reason)

const GROUPS: Record<CircularReason, string> = { ...LEFT_OUT_REASONS, of_age: 'volljährig' }

/** „1 ohne E-Mail-Adresse, 2 ohne Sorgerecht“. */
export const leftOutCounts = (leftOut: readonly Pick<CircularLeftOut, 'reason'>[]) =>
  (Object.keys(GROUPS) as CircularReason[])
    .map((reason) => ({ reason, count: leftOut.filter((one) => one.reason === reason).length }))
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => `${count} ${GROUPS[reason]}`)
    .join(', ')
