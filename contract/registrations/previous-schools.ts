/** Kinds of school a child comes from (domain §9c). */
export const PREVIOUS_SCHOOL_TYPES = [
  'grundschule',
  'oberschule',
  'gesamtschule',
  'gymnasium',
  'foerderschule',
  'ausland',
  'sonstige',
] as const

export const PREVIOUS_SCHOOL_LABELS: Record<(typeof PREVIOUS_SCHOOL_TYPES)[number], string> = {
  grundschule: 'Grundschule',
  oberschule: 'Oberschule',
  gesamtschule: 'Gesamtschule',
  gymnasium: 'Gymnasium',
  foerderschule: 'Förderschule',
  ausland: 'Ausland',
  sonstige: 'sonstige',
}
