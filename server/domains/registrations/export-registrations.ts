import { streetLine } from '#contract/addresses.ts'
import { berlinToday } from '#contract/dates.ts'
import { RELATIONSHIP_LABELS } from '#contract/families/relationships.ts'
import type { FileReply } from '#contract/file-reply.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { fullName } from '#contract/person-names.ts'
import { displayPhone } from '#contract/phone.ts'
import type { RegistrationExportForm } from '#contract/registrations/registrations.bulk.ts'
import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import { CUSTODY_LABELS, SIBLING_LABELS } from '#contract/registrations/registrations.family-fields.ts'
import { MAIL_STATE_LABELS, mailState } from '#contract/registrations/registrations.mail-state.ts'
import { type RegistrationStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Column } from '#server/documents/spreadsheet.ts'
import { writeTableFile } from '#server/documents/write-table-file.ts'
import { notFound } from '#server/http/api-error.ts'
import { type ExportedRegistration, listExported } from './registrations.export.queries.ts'
import { storedMeta } from './stored-answers.ts'

type Row = ExportedRegistration & { answers: ReturnType<typeof storedMeta> }
type Contact = Row['contacts'][number]

const labelOf = (labels: Record<string, string>, key: string) => labels[key] ?? key

const dayOf = (instant: string | null) => instant && berlinToday(new Date(instant))

/** The columns of the list (domain §3.6). */
const LIST_COLUMNS: readonly Column<Row>[] = [
  { heading: 'Nummer', cell: ({ number }) => number, width: 16 },
  { heading: 'Nachname', cell: ({ child_lastname }) => child_lastname, width: 22 },
  { heading: 'Vorname', cell: ({ child_firstname }) => child_firstname, width: 20 },
  { heading: 'Geburtsdatum', cell: ({ child_birthdate }) => child_birthdate, kind: 'day', width: 14 },
  { heading: 'Geschlecht', cell: ({ answers }) => labelOf(GENDER_LABELS, answers.child_gender), width: 12 },
  { heading: 'Klassenstufe', cell: ({ desired_grade }) => desired_grade, width: 13 },
  { heading: 'Schuljahr', cell: ({ school_year }) => school_year, width: 12 },
  { heading: 'Art', cell: ({ entry_type }) => labelOf(ENTRY_TYPE_LABELS, entry_type), width: 14 },
  { heading: 'Eingang', cell: ({ created_at }) => dayOf(created_at), kind: 'day', width: 12 },
  { heading: 'Status', cell: ({ status }) => STATUS_LABELS[status as RegistrationStatus], width: 13 },
  { heading: 'Rang', cell: ({ wait_rank }) => wait_rank, width: 7 },
  { heading: 'Zusage bestätigen bis', cell: (row) => row.place_confirm_due_at, kind: 'day', width: 20 },
  { heading: 'Platz bestätigt am', cell: (row) => row.place_confirmed_at, kind: 'day', width: 18 },
  { heading: 'Zurückgezogen am', cell: (row) => dayOf(row.withdrawn_at), kind: 'day', width: 18 },
]

const siblingsText = ({ answers }: Row) =>
  answers.siblings
    .map((sibling) => `${fullName(sibling)} (${sibling.school_short}, ${SIBLING_LABELS[sibling.relation]})`)
    .join('\n')

const ANSWER_COLUMNS: readonly Column<Row>[] = [
  {
    heading: 'Straße',
    cell: ({ answers }) => streetLine({ street: answers.child_street, house_number: answers.child_house_number }),
    width: 28,
  },
  { heading: 'PLZ', cell: ({ answers }) => answers.child_zip, width: 8 },
  { heading: 'Ort', cell: ({ answers }) => answers.child_city, width: 20 },
  { heading: 'Sorgerecht', cell: ({ answers }) => labelOf(CUSTODY_LABELS, answers.custody), width: 24 },
  // The family's own answer; what counts are the siblings that staff linked (domain §3.2).
  { heading: 'Geschwister (laut Bewerbung)', cell: siblingsText, width: 40 },
]

const contactColumns = (position: 1 | 2): Column<Row>[] => {
  const column = (heading: string, width: number, tell: (contact: Contact) => string | null): Column<Row> => ({
    heading: `Kontakt ${position}: ${heading}`,
    cell: ({ contacts }) => {
      const contact = contacts[position - 1]
      return contact ? tell(contact) : null
    },
    width,
  })
  return [
    column('Name', 26, fullName),
    column('Verhältnis', 18, ({ relationship }) => labelOf(RELATIONSHIP_LABELS, relationship)),
    column('E-Mail', 30, ({ mail }) => mail),
    column('E-Mail bestätigt?', 18, (contact) => MAIL_STATE_LABELS[mailState(contact)]),
    column('Telefon', 22, ({ phone }) => phone && displayPhone(phone)),
  ]
}

/** Without note, motivation and other confidential texts, because a list leaves the school (domain DP-18). */
const COLUMNS = [...LIST_COLUMNS, ...ANSWER_COLUMNS, ...contactColumns(1), ...contactColumns(2)]

/** Reads the content of the file; the export is logged with its columns and number of rows (domain DP-18). */
export async function readExport(tx: SchoolTransaction, ids: readonly number[]): Promise<Row[]> {
  const rows = await listExported(tx, ids)
  if (rows.length < ids.length) throw notFound()
  await logEvent(tx, {
    action: 'export_created',
    entityType: 'registration',
    entityId: null,
    fields: [exportedRows(rows.length), ...COLUMNS.map(({ heading }) => heading)],
  })
  await logView(tx, { kind: 'export', subject: 'registration', ids, what: 'Liste der Bewerbungen' })
  return rows.map((row) => ({ ...row, answers: storedMeta(row) }))
}

/** Its name names no person. */
export const writeExport = (
  rows: readonly Row[],
  { format, today }: Pick<RegistrationExportForm, 'format'> & { today: string },
): Promise<FileReply> =>
  writeTableFile({ name: `Bewerbungen-${today}`, title: 'Bewerbungen', columns: COLUMNS, rows }, format)
