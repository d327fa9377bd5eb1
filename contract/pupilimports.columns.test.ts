import { describe, expect, test } from 'vitest'
import { foldHeading, guessColumns, IMPORT_FIELDS, IMPORT_LABELS, isSpecialHeading } from './pupilimports.columns.ts'

describe('what columns mean (domain §6.2, §6.3)', () => {
  test.each([
    ['Geb.-Datum', 'gebdatum'],
    [' GEB DATUM ', 'gebdatum'],
    ['Straße', 'strasse'],
    ['Schüler-ID', 'schulerid'],
    ['Schueler ID', 'schulerid'],
  ])('the heading %j is folded to %s', (heading, folded) => {
    expect(foldHeading(heading)).toBe(folded)
  })

  test('the headings of the house list are understood, each as its own field', () => {
    expect(guessColumns(IMPORT_FIELDS.map((field) => IMPORT_LABELS[field]))).toEqual([...IMPORT_FIELDS])
  })

  test.each([
    ['SVWS', ['Familienname', 'Rufname', 'Geb.', 'Sex'], ['lastname', 'firstname', 'birthdate', 'gender']],
    [
      'WebUntis',
      ['longName', 'foreName', 'birthDate', 'klasse.name', 'externKey'],
      ['lastname', 'firstname', 'birthdate', 'schoolclass', 'pupil_number'],
    ],
    [
      'ASV-BW',
      ['Nachname', 'Rufname', 'Jahrgangsstufe', 'Schüleridentnummer'],
      ['lastname', 'firstname', 'schoolgrade', 'pupil_number'],
    ],
    [
      'SchILD-NRW, statistics',
      ['Zuzugsjahr', 'Geburtsland Schüler', 'Geburtsland Mutter', 'Verkehrssprache', 'Dauer Kindergartenbesuch'],
      ['immigration_year', 'birth_country', null, 'family_language', 'kita_years'],
    ],
    [
      'SchILD-NRW, enrolment',
      ['Einschulungsjahr', 'Einschulungsart', 'Übergangsempf. JG5', 'Geburtsland Vater'],
      ['first_enrolment_year', 'enrolment_kind', 'school_recommendation', null],
    ],
    [
      'SchILD-NRW',
      ['Externe ID-Nr', 'Entlassdatum', 'Anrede 1.Person', 'Vorname 2.Person', 'E-Mail 2. Person'],
      ['pupil_number', 'date_exit', 'guardian1_salutation', 'guardian2_firstname', 'guardian2_mail'],
    ],
  ] as const)('headings of %s', (_program, headings, fields) => {
    expect(guessColumns(headings)).toEqual(fields)
  })

  test('a field is guessed once, what is unknown not at all', () => {
    expect(guessColumns(['Name', 'Nachname', 'Lieblingstier', 'constructor'])).toEqual(['lastname', null, null, null])
  })

  test.each([
    'Konfession',
    '1. Staatsang.',
    'Masernimpfnachweis',
    'Autist',
    'Förderschwerpunkt',
    'Schwerstbehinderung',
  ])('the column %s is never read', (heading) => {
    expect(isSpecialHeading(heading)).toBe(true)
    expect(guessColumns([heading])).toEqual([null])
  })
})
