/** Limits of a table file for every reader; each import also limits rows and columns. */
export const TABLE_FILE_LIMITS = {
  /** Parts of a packed file, such as the sheets and pictures of a workbook. */
  parts: 1000,
  /** The size of all parts together, unpacked. */
  unpackedMb: 64,
  /** Spreadsheets shrink to a tenth, sometimes to a fiftieth; zip bombs to a thousandth. */
  packedTimes: 200,
  /** Most text files in an archive. */
  texts: 12,
  /** The last row of a sheet. Rows that only have formats contain no people, but many of them take time. */
  lastRow: 100_000,
  cells: 1_200_000,
  seconds: 20,
} as const

const counted = (count: number) => count.toLocaleString('de-DE')

/**
 * Why a table file is not read: names the limit and what to do. Each import has its own texts about rows and columns.
 */
export const TABLE_FILE_TEXTS = {
  blank: 'Die Datei ist leer. Sie enthält keine Zeilen.',
  unreadable: 'Die Datei ist beschädigt und lässt sich nicht lesen. Bitte speichern Sie die Tabelle neu.',
  doctype:
    'Die Datei ist beschädigt: Sie enthält Anweisungen, die keine Tabelle braucht. Bitte speichern Sie die Tabelle neu.',
  names: 'Die Datei ist beschädigt: Ein Teil trägt einen unzulässigen Namen. Bitte speichern Sie die Tabelle neu.',
  encrypted: 'Die Datei ist mit einem Passwort geschützt. Bitte speichern Sie sie ohne Passwort.',
  parts: `Die Datei besteht aus mehr als ${counted(TABLE_FILE_LIMITS.parts)} Teilen. Bitte speichern Sie die Tabelle neu.`,
  unpacked: `Die Datei ist entpackt größer als ${TABLE_FILE_LIMITS.unpackedMb} MB. Bitte teilen Sie sie auf.`,
  packed: `Die Datei ist entpackt mehr als ${TABLE_FILE_LIMITS.packedTimes}-mal so groß wie gepackt. Bitte speichern Sie die Tabelle neu.`,
  texts: `Das Archiv enthält mehr als ${TABLE_FILE_LIMITS.texts} Textdateien. Bitte importieren Sie die Textdateien einzeln.`,
  lastRow: `Die Tabelle reicht über Zeile ${counted(TABLE_FILE_LIMITS.lastRow)} hinaus. Bitte löschen Sie die Zeilen unter der Liste.`,
  cells: `Die Datei hat mehr als ${counted(TABLE_FILE_LIMITS.cells)} Zellen. Bitte teilen Sie sie auf.`,
  slow: `Die Datei ließ sich nicht in ${TABLE_FILE_LIMITS.seconds} Sekunden lesen. Bitte teilen Sie sie auf.`,
  busy: 'Gerade werden schon mehrere Dateien gelesen. Bitte versuchen Sie es gleich noch einmal.',
} as const

/** Refusals that name a limit of the import. */
export const tooManyRows = (rows: number) => `Die Datei hat mehr als ${counted(rows)} Zeilen. Bitte teilen Sie sie auf.`
export const tooManyColumns = (columns: number) =>
  `Die Datei hat mehr als ${columns} Spalten. Bitte löschen Sie die überzähligen.`
export const cellTooLong = (letters: number) =>
  `Eine Zelle der Datei enthält mehr als ${counted(letters)} Zeichen. Bitte kürzen Sie sie.`
