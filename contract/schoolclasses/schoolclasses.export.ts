/** What an export of a class may hold beside name, class and grade, which it always does. */
export const CLASS_EXPORT_COLUMNS = ['birthdate', 'gender', 'address', 'guardians', 'phones', 'mails'] as const
export type ClassExportColumn = (typeof CLASS_EXPORT_COLUMNS)[number]

/** In the dialog and as heads of the file. */
export const CLASS_EXPORT_LABELS: Record<ClassExportColumn, string> = {
  birthdate: 'Geburtsdatum',
  gender: 'Geschlecht',
  address: 'Anschrift',
  guardians: 'Sorgeberechtigte',
  phones: 'Telefonnummern',
  mails: 'E-Mail-Adressen',
}
