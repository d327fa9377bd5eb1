import { useState } from 'react'
import { type ExportFormat, hasColumnChoice, type MOODLE_AUTHS } from '#contract/pupilexports/pupilexports.ts'
import { LISTED_COLUMNS } from '#contract/pupils/listed-fields.ts'
import { LIST_COLUMNS, type ListColumn, USUAL_LIST_COLUMNS } from '#contract/pupils/pupil-list-columns.ts'

export interface ExportChoice {
  format: ExportFormat
  columns: readonly ListColumn[]
  addresses: boolean
  auth: (typeof MOODLE_AUTHS)[number]
  /** The typed domain; empty: the one of the school. */
  mailDomain: string
  isOldRoster: boolean
  demographics: boolean
}

const FIRST: ExportChoice = {
  format: 'xlsx',
  columns: USUAL_LIST_COLUMNS,
  addresses: false,
  auth: 'manual',
  mailDomain: '',
  isOldRoster: false,
  demographics: false,
}

/** What was last exported, as long as the page is open. */
let last = FIRST

/** Begins as the last file was made. */
export const useExportChoice = () => {
  const [choice, setChoice] = useState(last)
  return {
    choice,
    change: (change: Partial<ExportChoice>) => setChoice((before) => ({ ...before, ...change })),
    remember: () => {
      last = choice
    },
  }
}

/** The usual columns, whatever was chosen before: a file that is made by one press holds no addresses. */
export const usualExcelBody = (ids: readonly number[]) => exportBody(FIRST, ids)

/** Headings of the columns that every table of pupils has. */
const TABLE_HEADINGS: Readonly<Record<string, ListColumn>> = {
  schoolclass: 'Klasse',
  schoolgrade: 'Klassenstufe',
  birthdate: 'Geburtsdatum',
  gender: 'Geschlecht',
  number: 'SuS-Nummer',
  status: 'Status',
}

/** The name and the columns that the list shows, by their keys. */
export const namedExcelBody = (ids: readonly number[], keys: readonly string[]) => {
  const columns: ListColumn[] = [
    'Nachname',
    'Namensvorsatz',
    'Vorname',
    ...keys.flatMap((key) => TABLE_HEADINGS[key] ?? []),
  ]
  return { ...exportBody({ ...FIRST, columns }, ids), fields: keys.filter((key) => LISTED_COLUMNS.includes(key)) }
}

/** What is asked of the server; of options only those of the format. */
export const exportBody = (choice: ExportChoice, ids: readonly number[]) => {
  const { format, columns, addresses, auth, mailDomain, isOldRoster, demographics } = choice
  const options = {
    webuntis: { addresses },
    moodle: { auth, ...(mailDomain.trim() ? { mail_domain: mailDomain } : {}) },
    oneroster: { compat: isOldRoster ? ('1.2' as const) : ('1.2.1' as const), demographics },
  }
  return {
    format,
    ids: [...ids],
    ...(hasColumnChoice(format) && { columns: LIST_COLUMNS.filter((column) => columns.includes(column)) }),
    options: format in options ? options[format as keyof typeof options] : {},
  }
}
