/** The parts of an address: two people who change one part each would make an address that nobody entered. */
const ADDRESS = ['street', 'house_number', 'address_extra', 'zip', 'city', 'country']

/** Fields that only have a meaning together: a change of one of them changes the whole (domain §9a). */
const UNITS: readonly (readonly string[])[] = [ADDRESS]

/** The name of the whole. */
export const ADDRESS_LABEL = 'Anschrift'

/** All fields of the unit that the field belongs to; undefined when it is in no unit. */
export const unitOf = (field: string) => UNITS.find((unit) => unit.includes(field))

/** The fields, completed by all others of their units. */
export const withUnits = (fields: readonly string[]): string[] => [
  ...new Set([...fields, ...fields.flatMap((field) => unitOf(field) ?? [])]),
]

const differIn = (one: object, other: object, field: string) =>
  JSON.stringify(one[field as keyof object]) !== JSON.stringify(other[field as keyof object])

interface Versions<Values> {
  /** The version that both had loaded. */
  origin: Values
  mine: Values
  theirs: Values
}

/**
 * My values with the parts of the same unit that somebody else changed, when both changed different parts. Undefined
 * when both changed the same part, or nobody else changed a unit of mine: then there is nothing to merge.
 */
export const mergedUnits = <Values extends object>({ origin, mine, theirs }: Versions<Values>): Values | undefined => {
  const mineIn = (field: string) => differIn(mine, origin, field)
  const theirsIn = (field: string) => differIn(theirs, origin, field)
  const shared = UNITS.filter((unit) => unit.some(mineIn) && unit.some(theirsIn)).flat()
  const isTorn = shared.some((field) => mineIn(field) && theirsIn(field) && differIn(mine, theirs, field))
  if (shared.length === 0 || isTorn) return undefined
  const taken = shared.filter((field) => field in theirs && !mineIn(field))
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field as keyof Values]])) }
}
