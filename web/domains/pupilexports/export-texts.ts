import type { ExportFormat } from '#contract/pupilexports/pupilexports.ts'

interface FormatText {
  /** What it is for, in a line. */
  purpose: string
  /** How it is read there, and what is left out and why. */
  notes: readonly string[]
}

export const EXPORT_TEXTS: Record<ExportFormat, FormatText> = {
  xlsx: {
    purpose: 'Liste zum Lesen, Bearbeiten und Wieder-Importieren',
    notes: ['Sorge1 und Sorge2 sind die ersten beiden Personen mit Sorgerecht, jede mit einer Telefonnummer.'],
  },
  csv: {
    purpose: 'dieselbe Liste als Text',
    notes: [
      'Öffnet Excel die Datei selbst, fehlt bei Postleitzahlen die führende Null; dafür ist das Format „Excel“ besser.',
      'Was wie eine Formel beginnt, hat ein Hochkomma davor; der Import nimmt es wieder weg.',
    ],
  },
  schild: {
    purpose: 'Schulverwaltung in Nordrhein-Westfalen, auch SVWS',
    notes: [
      'Ein ZIP mit vier Dateien und „Hinweise.txt“: was umgeschrieben oder gekürzt werden musste.',
      'Religion, Staatsangehörigkeit und Förderschwerpunkte werden nicht übergeben.',
    ],
  },
  webuntis: {
    purpose: 'Stunden- und Vertretungsplan, Klassenbuch',
    notes: ['Bitte beim Import den Zeichensatz UTF-8 und als Trennzeichen den Tabulator wählen.'],
  },
  iserv: {
    purpose: 'Konten der Schülerinnen und Schüler',
    notes: ['Nummer, Name und Klasse; nie ein Passwort. Bitte beim Import UTF-8 wählen.'],
  },
  iserv_parents: {
    purpose: 'Konten der Eltern, eine Zeile je Elternteil und Kind',
    notes: ['Nur Personen mit Sorgerecht. Wer getrennt lebt, steht mit der eigenen Anschrift.'],
  },
  moodle: {
    purpose: 'Konten für die Lernplattform',
    notes: [
      'Die globalen Gruppen (cohort1, z. B. fsw-2026/2027-5a) müssen in Moodle schon angelegt sein.',
      'Private E-Mail-Adressen werden nicht übergeben; an ihrer Stelle steht die SuS-Nummer mit dem Namen unten.',
    ],
  },
  oneroster: {
    purpose: 'Microsoft School Data Sync und andere Lernplattformen',
    notes: [
      'Ein ZIP mit Klassen, Kindern und den Lehrkräften dieser Klassen. Sorgeberechtigte, Telefonnummern und Passwörter werden nicht übergeben.',
    ],
  },
}

export const COLUMN_GROUPS = [
  { title: 'Kind', from: 'SuS-Nummer', until: 'Geburtsdatum' },
  { title: 'Schule', from: 'Klasse', until: 'Aufnahmedatum' },
  { title: 'Anschrift', from: 'Straße', until: 'Ort' },
  { title: 'Sorgeberechtigte', from: 'Sorge1_Vorname', until: 'Sorge2_E-Mail' },
  { title: 'Weitere Angaben', from: 'Alle Vornamen', until: 'E-Mail' },
] as const
