/** Fixed texts of refusals. Three unknown-error texts of the spec differ on purpose: never merge them. */
export const ERROR_TEXTS = {
  unknown: 'Es ist zu einem unbekannten Fehler gekommen.',
  unauthenticated: 'Bitte melden Sie sich an.',
  csrf: 'Die Sitzung ist abgelaufen. Bitte versuchen Sie es noch einmal.',
  forbidden: 'Diese Funktion steht Ihnen nicht zur Verfügung.',
  notFound: 'Der Eintrag wurde nicht gefunden.',
  invalid: 'Bitte prüfen Sie Ihre Angaben.',
  stale: 'Der Datensatz wurde inzwischen geändert.',
  tied: 'Ein anderer Eintrag, der damit zusammenhängt, wurde gerade geändert oder gelöscht. Bitte laden Sie die Seite neu.',
  noSchool: 'Bitte wählen Sie zuerst eine Schule aus!',
  otherSchool: 'Diese Seite gehört zu einer anderen Schule als der jetzt aktiven. Bitte laden Sie sie neu.',
  otherBody: 'Diese Anfrage wurde schon mit anderem Inhalt gesendet. Bitte laden Sie die Seite neu.',
  tooLarge: 'Die Anfrage ist zu groß.',
  tooMany: 'Zu viele Anfragen. Bitte warten Sie einen Augenblick.',
  unavailable: 'Das System ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  outOfRoom:
    'Der Server kann gerade nichts speichern. Ihre Eingabe wurde nicht gespeichert. Bitte versuchen Sie es in ein paar Minuten noch einmal. Klappt es dann nicht, sagen Sie bitte der Administration Bescheid.',
  tooMuchWork: 'Es werden gerade viele Dokumente erstellt. Bitte versuchen Sie es gleich noch einmal.',
  workTooLong:
    'Das hat zu lange gedauert und wurde abgebrochen. Bitte versuchen Sie es noch einmal, mit weniger auf einmal.',
  malformed: 'Die Anfrage ist nicht lesbar.',
} as const
