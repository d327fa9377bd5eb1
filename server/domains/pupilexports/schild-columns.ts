/** Headings of the SchILD-NRW files in their order (domain §6.2). */

export const BASIC_HEADINGS = [
  ...['Nachname', 'Vorname', 'Geburtsdatum', 'Geschlecht', 'Status', 'PLZ', 'Ort', 'Straße', 'Aussiedler'],
  ...['1. Staatsang.', 'Konfession', 'StatistikKrz Konfession', 'Aufnahmedatum', 'Abmeldedatum Religionsunterricht'],
  ...['Anmeldedatum Religionsunterricht', 'Schulpflicht erf.', 'Reform-Pädagogik', 'Nr. Stammschule', 'Jahr'],
  ...['Abschnitt', 'Jahrgang', 'Klasse', 'Schulgliederung', 'OrgForm', 'Klassenart', 'Fachklasse', 'Noch frei'],
  ...['Verpflichtung Sprachförderkurs', 'Teilnahme Sprachförderkurs', 'Einschulungsjahr', 'Übergangsempf. JG5'],
  ...['Jahr Wechsel S1', '1. Schulform S1', 'Jahr Wechsel S2', 'Förderschwerpunkt', '2. Förderschwerpunkt'],
  ...['Schwerstbehinderung', 'Autist', 'LS Schulnr.', 'LS Schulform', 'Herkunft', 'LS Entlassdatum', 'LS Jahrgang'],
  ...['LS Versetzung', 'LS Reformpädagogik', 'LS Gliederung', 'LS Fachklasse', 'LS Abschluss', 'Abschluss'],
  'Schulnr. neue Schule',
]

export const MORE_HEADINGS = [
  ...['Nachname', 'Vorname', 'Geburtsdatum', 'Namenszusatz', 'Geburtsname', 'Geburtsort', 'Ortsteil', 'Telefon-Nr.'],
  ...['E-Mail', '2. Staatsang.', 'Externe ID-Nr', 'Sportbefreiung', 'Fahrschülerart', 'Haltestelle'],
  ...['Einschulungsart', 'Entlassdatum', 'Entlassjahrgang', 'Datum Schulwechsel', 'Bemerkungen'],
]

export const PARENT_HEADINGS = [
  ...['Nachname', 'Vorname', 'Geburtsdatum', 'Erzieherart', 'Anrede 1.Person', 'Titel 1.Person'],
  ...['Nachname 1.Person', 'Vorname 1.Person', 'Anrede 2.Person', 'Titel 2.Person', 'Nachname 2.Person'],
  ...['Vorname 2.Person', 'Straße', 'PLZ', 'Ort', 'Ortsteil', 'E-Mail 1. Person', 'Anschreiben', 'E-Mail 2. Person'],
]

export const PHONE_HEADINGS = ['Nachname', 'Vorname', 'Geburtsdatum', 'Telefonnr.', 'Art']
