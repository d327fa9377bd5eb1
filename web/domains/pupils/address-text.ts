import type { PupilDetails } from '#contract/pupils.details.ts'

/** An address in the lines of a letter; empty when nothing of it is known. */
export const addressText = (address: NonNullable<PupilDetails['address']>) => {
  const { street, house_number, address_extra, zip, city, country } = address
  const words = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')
  const abroad = country === 'DE' || country === 'DEU' ? null : country
  return [words(street, house_number), address_extra, words(zip, city), abroad].filter(Boolean).join('\n')
}
