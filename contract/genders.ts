export const GENDERS = ['f', 'm', 'd'] as const
export type Gender = (typeof GENDERS)[number]

/** As people read it, and short (domain §7). */
export const GENDER_LABELS: Record<Gender, string> = { f: 'weiblich', m: 'männlich', d: 'divers' }
export const GENDER_SHORT_LABELS: Record<Gender, string> = { f: 'w', m: 'm', d: 'd' }
