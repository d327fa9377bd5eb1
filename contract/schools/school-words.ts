/**
 * The labels of a school's fields: for the set-up page, which works without schemas, and for the page that changes
 * them.
 */
export const SCHOOL_WORDS = {
  kind: 'Art der Schule',
  name: 'Name der Schule',
  short: 'Kürzel',
  official_number: 'Schulnummer',
  carrier_name: 'Träger',
  street: 'Straße',
  house_number: 'Hausnummer',
  zip: 'Postleitzahl',
  city: 'Ort',
  phone: 'Telefon',
  mail: 'E-Mail der Schule',
  privacy_officer_contact: 'Kontakt für Datenschutz',
  has_classes: 'Klassen a und b je Klassenstufe anlegen, in beiden Schuljahren',
} as const

export const SCHOOL_HINTS = {
  short: 'Kleinbuchstaben und Ziffern; steht in der Adresse des Bewerbungsformulars.',
  phone: 'Zum Beispiel 0331 1234567',
  privacy_officer_contact: 'Name und E-Mail-Adresse; steht in den Datenschutzhinweisen für Eltern.',
} as const
