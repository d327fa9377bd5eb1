/** What a column of a list of pupils can mean, and the headings that other programs give it (domain §6.2, §6.3). */

/** Most columns of a file. */
export const IMPORT_COLUMNS = 200

/** What a list may tell of the child itself. */
export const IMPORT_PUPIL_FIELDS = [
  'pupil_number',
  'lastname',
  'lastname_prefix',
  'firstname',
  'firstnames_all',
  'birthname',
  'gender',
  'birthdate',
  'birthplace',
  'birth_country',
  'immigration_year',
  'family_language',
  'schoolclass',
  'schoolgrade',
  'status',
  'date_entry',
  'date_exit',
  'first_enrolment_year',
  'enrolment_kind',
  'kita_years',
  'school_recommendation',
  'street',
  'house_number',
  'address_extra',
  'zip',
  'city',
  'phone',
  'mail',
] as const

/** What a list may tell of each of a child's two guardians. */
const GUARDIAN_PARTS = [
  'salutation',
  'title',
  'firstname',
  'lastname',
  'relationship',
  'phone',
  'mobile',
  'work_phone',
  'mail',
  'street',
  'house_number',
  'zip',
  'city',
] as const
export type GuardianPart = (typeof GUARDIAN_PARTS)[number]
type GuardianField = `guardian${1 | 2}_${GuardianPart}`

const fieldsOf = (place: 1 | 2) => GUARDIAN_PARTS.map((part): GuardianField => `guardian${place}_${part}`)

const PART_LABELS: Record<GuardianPart, string> = {
  salutation: 'Anrede',
  title: 'Titel',
  firstname: 'Vorname',
  lastname: 'Nachname',
  relationship: 'Beziehung',
  phone: 'Telefon',
  mobile: 'Mobil',
  work_phone: 'Telefon dienstlich',
  mail: 'E-Mail',
  street: 'Straße',
  house_number: 'Hausnummer',
  zip: 'PLZ',
  city: 'Ort',
}

/** Other words for a part; programs put the person before or behind them. */
const PART_SYNONYMS: Partial<Record<GuardianPart, readonly string[]>> = {
  relationship: ['Verhältnis', 'Art'],
  mobile: ['Handy', 'Mobiltelefon', 'Telefon mobil'],
}

const labelsOf = (place: 1 | 2) =>
  Object.fromEntries(
    GUARDIAN_PARTS.map((part) => [`guardian${place}_${part}`, `Sorge${place}_${PART_LABELS[part]}`]),
  ) as Record<GuardianField, string>

const synonymsOf = (place: 1 | 2) =>
  Object.fromEntries(
    GUARDIAN_PARTS.map((part) => [
      `guardian${place}_${part}`,
      [PART_LABELS[part], ...(PART_SYNONYMS[part] ?? [])].flatMap((word) => [
        `Sorge${place}_${word}`,
        `${word} ${place}.Person`,
        `Sorgeberechtigte${place} ${word}`,
        `Erzieher ${place} ${word}`,
      ]),
    ]),
  ) as Record<GuardianField, string[]>

export const IMPORT_FIELDS = [...IMPORT_PUPIL_FIELDS, ...fieldsOf(1), ...fieldsOf(2)] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Without these nobody can be found again (domain §6.3). */
export const REQUIRED_IMPORT_FIELDS: readonly ImportField[] = ['lastname', 'firstname', 'birthdate']

/** The headings of the house list where it has the column, so that a template is a list. */
export const IMPORT_LABELS: Record<ImportField, string> = {
  pupil_number: 'SuS-Nummer',
  lastname: 'Nachname',
  lastname_prefix: 'Namensvorsatz',
  firstname: 'Vorname',
  firstnames_all: 'Alle Vornamen',
  birthname: 'Geburtsname',
  gender: 'Geschlecht',
  birthdate: 'Geburtsdatum',
  birthplace: 'Geburtsort',
  birth_country: 'Geburtsland',
  immigration_year: 'Jahr des Zuzugs',
  family_language: 'Sprache in der Familie',
  schoolclass: 'Klasse',
  schoolgrade: 'Klassenstufe',
  status: 'Status',
  date_entry: 'Aufnahmedatum',
  date_exit: 'Abgangsdatum',
  first_enrolment_year: 'Einschulungsjahr',
  enrolment_kind: 'Einschulungsart',
  kita_years: 'Dauer des Kita-Besuchs',
  school_recommendation: 'Bildungsgangempfehlung',
  street: 'Straße',
  house_number: 'Hausnummer',
  address_extra: 'Adresszusatz',
  zip: 'PLZ',
  city: 'Ort',
  phone: 'Telefon',
  mail: 'E-Mail',
  ...labelsOf(1),
  ...labelsOf(2),
}

/** Headings of SchILD-NRW, SVWS, ASV-BW, WebUntis and OneRoster, beside the labels. */
const SYNONYMS: Partial<Record<ImportField, readonly string[]>> = {
  pupil_number: ['Schüler-ID', 'Schülernummer', 'Externe ID-Nr', 'externKey', 'Schüleridentnummer', 'sourcedId'],
  lastname: ['Familienname', 'Name', 'longName', 'last_name', 'Zuname'],
  lastname_prefix: ['Namenszusatz', 'Namensbestandteil', 'Vorsatzwort'],
  firstname: ['Rufname', 'foreName', 'givenName', 'first_name'],
  firstnames_all: ['alle Vornamen', 'weitere Vornamen', 'Vornamen'],
  gender: ['Sex', 'gender', 'Geschl.'],
  birthdate: ['Geb.', 'Geb.-Datum', 'birthDate', 'geboren am', 'Geburtstag'],
  birth_country: ['Geburtsland Schüler'],
  immigration_year: ['Zuzugsjahr'],
  family_language: ['Verkehrssprache', 'Familiensprache'],
  kita_years: ['Dauer Kindergartenbesuch'],
  school_recommendation: ['Übergangsempf. JG5'],
  schoolclass: ['klasse.name', 'Klassenbezeichnung', 'Lerngruppe', 'Stammgruppe'],
  schoolgrade: ['Jahrgang', 'Jahrgangsstufe', 'Stufe', 'grade'],
  date_entry: ['Aufnahme', 'Aufnahme am', 'Eintritt', 'Eintrittsdatum', 'entryDate'],
  date_exit: ['Abgang', 'Abgang am', 'Entlassdatum', 'Austritt', 'Austrittsdatum', 'exitDate'],
  street: ['Strasse', 'street', 'Adresse'],
  house_number: ['Hausnr.', 'Hnr', 'Nr.', 'Haus-Nr.'],
  zip: ['Postleitzahl', 'postcode'],
  city: ['Wohnort', 'Stadt', 'city'],
  phone: ['Telefon-Nr.', 'Tel.', 'phone', 'Telefonnummer'],
  mail: ['Email', 'Mail', 'E-Mail-Adresse', 'schulische E-Mail'],
  ...synonymsOf(1),
  ...synonymsOf(2),
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

const FIELD_BY_HEADING = new Map(
  IMPORT_FIELDS.flatMap((field) =>
    [field, IMPORT_LABELS[field], ...(SYNONYMS[field] ?? [])].map((heading) => [foldHeading(heading), field] as const),
  ),
)

/** Columns of Art. 9 GDPR in any of these programs: read by nobody, kept nowhere, named in the report (domain §6.2). */
const SPECIAL =
  /konfession|religi|staatsang|aussiedl|migration|forderschwerpunkt|forderbedarf|behinder|autis|impf|masern|krankh|allerg|gesundh|diagnos|medikament|nachteilsausgl/

export const isSpecialHeading = (heading: string) => SPECIAL.test(foldHeading(heading))

/** What each column seems to mean; nothing is guessed twice, and nothing for what is ignored on purpose. */
export const guessColumns = (headings: readonly string[]): (ImportField | null)[] => {
  const taken = new Set<ImportField>()
  return headings.map((heading) => {
    const field = isSpecialHeading(heading) ? undefined : FIELD_BY_HEADING.get(foldHeading(heading))
    if (!field || taken.has(field)) return null
    taken.add(field)
    return field
  })
}
