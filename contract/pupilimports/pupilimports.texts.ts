import type { AskedField } from './pupilimports.questions.ts'

/** The question when no column is mapped to a field that every list should have. */
const UNANSWERED: Record<AskedField, string> = {
  schoolclass: 'Keine Spalte nennt die Klasse. Bitte geben Sie an, wohin die Kinder kommen.',
  gender: 'Keine Spalte nennt das Geschlecht. Bitte geben Sie an, was eingetragen wird.',
}

/** Fixed texts of an import: why a file is refused, and the faults of a row. */
export const IMPORT_TEXTS = {
  empty: 'Die Datei enthält keine Zeilen mit Schülerinnen und Schülern.',
  missing: (label: string) => `Bitte ordnen Sie eine Spalte für „${label}“ zu.`,
  twice: (label: string) => `„${label}“ ist zwei Spalten zugeordnet.`,
  unanswered: UNANSWERED,
  otherState: 'Dieser Import ist nicht mehr in dem Schritt, in dem er geändert werden kann.',
  hasErrors: 'Einige Zeilen haben Fehler. Bitte korrigieren Sie sie oder importieren Sie nur fehlerfreie Zeilen.',
  undecided: 'Bitte entscheiden Sie zuerst über die möglichen Dubletten.',
  nothing: 'Es gibt nichts zu importieren.',
  changedMeanwhile:
    'Seit der Prüfung hat sich etwas geändert: Einige Zeilen würden nun anderes bewirken als gezeigt. Es wurde nichts importiert; bitte prüfen Sie die Liste noch einmal.',
  failed: 'Der Import ist fehlgeschlagen. Es wurde nichts importiert.',
  undoOver: 'Dieser Import lässt sich nicht mehr rückgängig machen.',
  unknownClass: 'Diese Klasse gibt es im aktiven Schuljahr nicht.',
  unknownGrade: 'Diese Klassenstufe gibt es an der Schule nicht.',
  gradeOutside: 'Die Klassenstufe passt nicht zur Klasse.',
  gradeNeeded: 'Bei einer jahrgangsgemischten Klasse ist die Klassenstufe nötig.',
  unknownGender: 'Bitte m, w oder d angeben.',
  unknownStatus: 'Diesen Status gibt es nicht.',
  waitingList: 'Kinder auf der Warteliste werden nicht importiert.',
  exitMissing: 'Bitte ein Abgangsdatum angeben.',
  inFileTwice: (line: number) => `Dieses Kind steht schon in Zeile ${line}.`,
  numberTwice: (line: number) => `Diese SuS-Nummer steht schon in Zeile ${line}.`,
  matchedTwice: (line: number) => `Dieselbe Person wird schon mit Zeile ${line} aktualisiert.`,
  otherChild: 'Zu dieser SuS-Nummer gehört hier ein anderes Kind.',
  numberOfOther: 'Diese SuS-Nummer hat hier ein anderes Kind; gefunden wurde nach Name und Geburtsdatum.',
  whichChild: 'Bitte wählen Sie, welches der vorhandenen Kinder aktualisiert wird.',
  exitIgnored: 'Der Abgang wird nicht übernommen; bitte tragen Sie ihn beim Kind ein.',
  statusIgnored: 'Dieser Status wird nicht übernommen; bitte ändern Sie ihn beim Kind.',
  codeIgnored: 'Diese Angabe ist hier nicht bekannt und wird nicht übernommen.',
  lettersKept: (text: string) => `Es bleibt bei „${text}“: Der Datei fehlen nur einzelne Buchstaben davon.`,
  genderAsOther: (cell: string) => `„${cell}“ wird als „divers“ eingetragen; bitte prüfen.`,
  dayFirst: (day: string) => `Gelesen als ${day}: zuerst der Tag, dann der Monat.`,
  knownChild: 'Dieses Kind gibt es an der Schule schon.',
  guardianName: 'Bitte Vor- und Nachname der sorgeberechtigten Person angeben.',
} as const
