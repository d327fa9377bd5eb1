/** `1 Klasse`, `3 Klassen`. */
export const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The same as an entry of an enumeration, which leaves out what is not there. */
export const countedIfAny = (count: number, one: string, many: string) =>
  count === 0 ? [] : [counted(count, one, many)]
