/** `1 Klasse`, `3 Klassen`, `1.200 Kinder`. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('de-DE')} ${count === 1 ? one : many}`

/** `1 Kind`, `1.200 Kinder`. */
export const childrenText = (count: number) => counted(count, 'Kind', 'Kinder')

/** The same as a part of an enumeration, which leaves out what is zero. */
export const countedIfAny = (count: number, one: string, many: string) =>
  count === 0 ? [] : [counted(count, one, many)]
