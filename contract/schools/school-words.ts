/**
 * The labels of a school's fields in the order of the set-up page, which works without schemas; also for the page that
 * changes them.
 */
export const SCHOOL_WORDS = {
  federal_state: 'Bundesland',
  grade_min: 'Art der Schule',
  grade_max: 'Letzte Klassenstufe',
  name: 'Name der Schule',
  short: 'Kürzel',
  official_number: 'Schulnummer',
  street: 'Straße',
  house_number: 'Hausnummer',
  zip: 'Postleitzahl',
  city: 'Ort',
  phone: 'Telefon',
  mail: 'E-Mail der Schule',
  carrier_name: 'Träger',
  privacy_officer_contact: 'Kontakt für Datenschutz',
  has_holidays: 'Ferien und Feiertage',
  has_classes: 'Klassen a und b je Klassenstufe anlegen, in beiden Schuljahren',
} as const

export const SCHOOL_HINTS = {
  short:
    '2 bis 10 kleine Buchstaben oder Ziffern. Steht in der Adresse des Bewerbungsformulars und lässt sich später nicht ändern.',
  privacy_officer_contact: 'Name und E-Mail-Adresse; steht in den Datenschutzhinweisen für Eltern.',
} as const
