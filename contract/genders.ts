export const GENDERS = ['f', 'm', 'd'] as const
export type Gender = (typeof GENDERS)[number]

/** The German words (domain §7). */
export const GENDER_LABELS: Record<Gender, string> = { f: 'weiblich', m: 'männlich', d: 'divers' }
