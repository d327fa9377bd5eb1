/** Parts of an address: two people who change one part each would make an address that nobody entered. */
const ADDRESS = ['street', 'house_number', 'address_extra', 'zip', 'city', 'country']

/** Fields that say something only together: who changes one of them changes the whole (domain §9a). */
const UNITS: readonly (readonly string[])[] = [ADDRESS]

/** The fields with all that belong to the same unit. */
export const withUnits = (fields: readonly string[]): string[] => {
  const touched = UNITS.filter((unit) => unit.some((field) => fields.includes(field)))
  return [...new Set([...fields, ...touched.flat()])]
}
