/** Words that schools use for columns: one list for every import (domain §6.3). */

/** Words for a child's columns that all imports share. */
export const CHILD_WORDS = {
  firstname: ['Vorname', 'Vorn.', 'Rufname', 'foreName', 'givenName', 'first_name'],
  lastname: ['Nachname', 'Nachn.', 'Familienname', 'Fam.-Name', 'Name', 'Zuname', 'longName', 'last_name'],
  gender: ['Geschlecht', 'Geschl.', 'm/w/d', 'w/m/d', 'm/w', 'w/m', 'm/w/x', 'Geschlecht (m/w/d)', 'Sex', 'gender'],
  birthdate: [
    'Geburtsdatum',
    'Geburtsdat.',
    'Geb.',
    'Geb.-Datum',
    'Geb.-Dat.',
    'geb. am',
    'geboren',
    'geboren am',
    'Geburtstag',
    'Geb.-Tag',
    'birthDate',
    'date_of_birth',
  ],
  schoolclass: [
    'Klasse',
    'Kl.',
    'Klassenname',
    'Klassenbezeichnung',
    'klasse.name',
    'Klassen_Klassenbezeichnung',
    'Klasse/Information',
    'Klasse/Zusätzliche Informationen',
    'Klasse/Gruppe',
    'Lerngruppe',
    'Stammgruppe',
  ],
  schoolgrade: [
    'Klassenstufe',
    'Kl.-Stufe',
    'Kl.-St.',
    'Jahrgang',
    'Jahrg.',
    'Jg.',
    'Jahrgangsstufe',
    'Jgst.',
    'Jahrgangsst.',
    'Schuljahrgang',
    'Stufe',
    'grade',
  ],
  street: [
    'Straße',
    'Str.',
    'Straße/Nr.',
    'Straße Nummer',
    'Straße Hausnr.',
    'Straße Hausnummer',
    'Straße mit Hausnummer',
    'Straße und Hausnummer',
    'Straße und Nr.',
    'Straße u. Nr.',
    'Straße u. Hausnr.',
    'Str./Nr.',
    'Str. Hausnr.',
    'Adresse',
    'Anschrift',
    'Wohnanschrift',
    'street',
  ],
  house_number: ['Hausnummer', 'Hausnr.', 'Haus-Nr.', 'Hnr.', 'H.-Nr.'],
  zip: ['PLZ', 'Postleitzahl', 'postcode', 'zip'],
  city: ['Ort', 'Wohnort', 'Stadt', 'city'],
} as const

/** Words for phone and mail columns; a list without a telephone column may still have a mobile one. */
export const REACH_WORDS = {
  phone: [
    'Telefon',
    'Tel.',
    'Telefonnummer',
    'Telefon-Nr.',
    'Tel.-Nr.',
    'Telefonnummer privat',
    'Telefon privat',
    'Tel. privat',
    'Festnetz',
    'Rufnummer',
    'phone',
  ],
  mobile: ['Mobil', 'Handy', 'Handynummer', 'Handy-Nr.', 'Mobiltelefon', 'Mobilnummer', 'Mobil-Nr.', 'Telefon mobil'],
  mail: ['E-Mail', 'Mail', 'E-Mail-Adresse', 'Mailadresse'],
} as const

/** `Vorname Kind`, `Kind: Vorname`, `Schueler_Vorname`: the word with the child before or after it. */
export const ofChild = (words: readonly string[]) => [
  ...words,
  ...words.flatMap((word) => [
    `${word} Kind`,
    `${word} des Kindes`,
    `Kind ${word}`,
    `Schüler ${word}`,
    `Schülerin ${word}`,
    `${word} Schüler`,
    `${word} Schülerin`,
    `${word} SuS`,
  ]),
]

/** `Telefon Elternteil 1`, `1. Person Telefon`: the word with one of two guardians before or after it. */
export const ofGuardian = (number: 1 | 2, words: readonly string[]) => {
  const people = [
    `Sorge${number}`,
    `Sorgeberechtigte ${number}`,
    `Sorgeberechtigter ${number}`,
    `Erziehungsberechtigte ${number}`,
    `Erziehungsberechtigter ${number}`,
    `Erzieher ${number}`,
    `Elternteil ${number}`,
    `Eltern ${number}`,
    `Person ${number}`,
    `${number}. Person`,
    `${number}. Elternteil`,
    `${number}. Sorgeberechtigte`,
    `${number}. Sorgeberechtigter`,
  ]
  return people.flatMap((person) => words.flatMap((word) => [`${person} ${word}`, `${word} ${person}`]))
}

/** Case, blanks, signs and umlauts do not matter: `Geb.-Datum` and `geb datum` are one heading. */
export const foldHeading = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/ae|ä/g, 'a')
    .replace(/oe|ö/g, 'o')
    .replace(/ue|ü/g, 'u')
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, '')

/**
 * The field of a house number when „Nr.“ follows the field of a street; anywhere else „Nr.“ may count the rows.
 * `before` is the field of the previous column.
 */
export const houseNumberBehind = (heading: string, before: string | undefined) =>
  foldHeading(heading) === 'nr' && before?.endsWith('street') ? before.replace(/street$/, 'house_number') : undefined

/**
 * Columns with data of Art. 9 GDPR in any of these programs: they are never read or stored, and the report names them
 * (domain §6.2).
 */
const SPECIAL =
  /konfession|religi|staatsang|aussiedl|migration|forderschwerpunkt|forderbedarf|behinder|autis|impf|masern|krankh|allerg|gesundh|diagnos|medikament|nachteilsausgl/

export const isSpecialHeading = (heading: string) => SPECIAL.test(foldHeading(heading))
