/** Optional columns of a class export; name, class and grade are always there. */
export const CLASS_EXPORT_COLUMNS = ['birthdate', 'gender', 'address', 'guardians', 'phones', 'mails'] as const
export type ClassExportColumn = (typeof CLASS_EXPORT_COLUMNS)[number]

/** Labels in the dialog and headings of the file. */
export const CLASS_EXPORT_LABELS: Record<ClassExportColumn, string> = {
  birthdate: 'Geburtsdatum',
  gender: 'Geschlecht',
  address: 'Anschrift',
  guardians: 'Sorgeberechtigte',
  phones: 'Telefonnummern',
  mails: 'E-Mail-Adressen',
}
