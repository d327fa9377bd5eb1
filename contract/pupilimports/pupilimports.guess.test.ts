import { describe, expect, test } from 'vitest'
import { foldHeading, isSpecialHeading } from '#contract/headings.ts'
import { IMPORT_FIELDS, IMPORT_LABELS } from './pupilimports.columns.ts'
import { guessColumns } from './pupilimports.guess.ts'
import { IMPORT_MEANINGS, MEANING_LABELS } from './pupilimports.meanings.ts'

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

  test('each meaning is understood by its own name', () => {
    for (const meaning of IMPORT_MEANINGS) expect(guessColumns([MEANING_LABELS[meaning]])).toEqual([meaning])
  })

  test.each([
    ['gender', ['m/w/d', 'm / w / d', 'M/W/D', 'w/m/d', 'm/w', 'Geschl.', 'Geschlecht (m/w/d)', 'schueler_geschlecht']],
    ['schoolclass', ['Kl.', 'Kl', 'KLASSE', 'Klassenname', 'Klasse/Information', 'Klassen_Klassenbezeichnung']],
    ['schoolgrade', ['Jg.', 'Jgst', 'Jahrg.', 'Kl.-Stufe', 'KlSt', 'Jahrgangsstufe', 'Stufe']],
    [
      'birthdate',
      ['Geb.', 'Geb', 'Geb.-Datum', 'Geb.Dat.', 'GebDat', 'geb. am', 'Geburtsdat.', 'Geburtstag', 'geboren'],
    ],
    ['birthdate', ['Geburtsdatum des Kindes', 'Schueler_Geburtsdatum', 'Geb.-Datum Kind']],
    [
      'street',
      ['Straße/Nr.', 'Strasse', 'Str.', 'Straße, Nr.', 'Straße und Hausnummer', 'Str./Nr.', 'Anschrift', 'Adresse'],
    ],
    ['house_number', ['Hausnr.', 'Haus-Nr', 'Hnr']],
    ['zip', ['PLZ', 'Postleitzahl', 'Schueler_Plz']],
    ['zip_city', ['PLZ/Ort', 'PLZ, Ort', 'PLZ Ort', 'PLZ / Wohnort', 'PLZ u. Ort', 'Postleitzahl und Ort']],
    ['city', ['Wohnort', 'Ort', 'Stadt']],
    ['phone', ['Tel.', 'Tel', 'Telefon-Nr.', 'Telefonnummer privat', 'Festnetz', 'Handy', 'Handynummer', 'Mobil']],
    ['mail', ['E-Mail', 'eMail', 'Mail', 'E-Mail-Adresse']],
    ['firstname', ['Vorname', 'Vorn.', 'Rufname', 'Vorname des Kindes', 'Schüler_Vorname', 'Kind Vorname']],
    ['lastname', ['Nachname', 'Name', 'Familienname', 'Zuname', 'Nachname Kind', 'schueler_nachname']],
    ['first_last', ['Vor- und Nachname', 'Vorname Nachname', 'Vorname / Name', 'Vor-/Nachname']],
    [
      'last_first',
      ['Name, Vorname', 'Nachname, Vorname', 'Nachname Vorname', 'Name / Vorname', 'Name, Vorname des Kindes'],
    ],
    ['pupil_number', ['SuS-Nr.', 'Schüler-Nr.', 'Import-ID', 'Fremdschlüssel']],
    ['date_entry', ['Aufnahme am', 'Schuleintritt', 'Eintritt am']],
    [
      'guardian1_firstname',
      ['Vorname Elternteil 1', 'Sorgeberechtigte 1: Vorname', 'Vorname 1. Elternteil', 'Eltern 1 Vorname'],
    ],
    ['guardian1_lastname', ['Sorgeberechtigte(r) 1 Name', 'Erziehungsberechtigter 1 Nachname']],
    ['guardian1_phone', ['Telefonnummer Elternteil 1', 'Tel. Person 1']],
    ['guardian2_mobile', ['Handy Elternteil 2', '2. Elternteil Mobil']],
    ['guardian2_mail', ['E-Mail-Adresse Elternteil 2', 'Mail 2.Person']],
    [null, ['Nr.', 'lfd. Nr.', 'Lieblingstier', 'Bemerkungen', 'Kindergarten', 'Schülerticket', '']],
  ] as const)('%s is what these headings mean', (meaning, headings) => {
    expect(headings.map((heading) => [heading, ...guessColumns([heading])])).toEqual(
      headings.map((heading) => [heading, meaning]),
    )
  })

  test('„Nr.“ is the house number only behind its street', () => {
    expect(guessColumns(['Nr.', 'Name', 'Straße', 'Nr.', 'Nr.'])).toEqual([
      null,
      'lastname',
      'street',
      'house_number',
      null,
    ])
    expect(guessColumns(['Straße Elternteil 1', 'Nr.'])).toEqual(['guardian1_street', 'guardian1_house_number'])
  })

  test('single columns come before one that holds both, and a telephone before a mobile one', () => {
    expect(guessColumns(['Name, Vorname', 'Nachname', 'Vorname'])).toEqual([null, 'lastname', 'firstname'])
    expect(guessColumns(['PLZ/Ort', 'Ort'])).toEqual([null, 'city'])
    expect(guessColumns(['Handy', 'Telefon'])).toEqual([null, 'phone'])
    expect(guessColumns(['Vor- und Nachname', 'Name, Vorname'])).toEqual(['first_last', null])
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
