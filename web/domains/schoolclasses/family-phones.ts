import { counted } from '#contract/counted.ts'
import type { ClassContact } from '#contract/schoolclasses/schoolclasses.ts'

/**
 * The people of a child on the list that families get: custodians, each with one number and without the relationship,
 * as the consent says.
 */
export const familyPhones = ({ guardians }: Pick<ClassContact, 'guardians'>) =>
  guardians
    .filter(({ is_informed }) => is_informed)
    .map((guardian) => ({ ...guardian, relationship: '', phones: guardian.phones.slice(0, 1) }))

/** Brothers and sisters of one class are one family; a child without guardians counts alone. */
const familyOf = ({ pupil_id, guardians }: ClassContact) =>
  guardians
    .map(({ name, phones }) => [name, ...phones].join(' '))
    .toSorted()
    .join(', ') || `child ${pupil_id}`

/** `3 Familien ohne Einwilligung fehlen`; undefined when all agreed. */
export const missingFamiliesText = (contacts: readonly ClassContact[]) => {
  const missing = new Set(contacts.filter(({ shares_phone }) => !shares_phone).map(familyOf)).size
  if (missing === 0) return undefined
  return `${counted(missing, 'Familie', 'Familien')} ohne Einwilligung ${missing === 1 ? 'fehlt' : 'fehlen'}`
}
