import { type FileReply, XLSX_TYPE } from '#contract/file-reply.ts'
import { EXPORT_LABELS, type ExportFormat } from '#contract/pupilexports/pupilexports.ts'
import { PUPIL_LIST_COLUMNS } from '#contract/pupils/pupil-list-columns.ts'
import { inSteps } from '#server/documents/breathe.ts'
import { programRows, spreadsheetCsv, spreadsheetRows } from '#server/documents/csv.ts'
import { type Column, writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { cellText } from '#server/documents/write-table-file.ts'
import { writeZip } from '#server/documents/zip-archive.ts'
import { type ExportedPupil, flat } from './exported-pupil.ts'
import { houseColumns, listedColumns } from './house-list.ts'
import { onerosterFiles, rosterContents } from './oneroster-files.ts'
import {
  filledHeadings,
  guardiansOfChildren,
  iservList,
  iservParentsList,
  moodleList,
  type ProgramList,
  webuntisList,
} from './program-lists.ts'
import type { ExportSource } from './read-export.ts'
import { SCHILD_FILES, schildFiles } from './schild-files.ts'

/** A file format: its name before the day, what the log says about its content, and its bytes. */
interface WrittenFormat {
  name: string
  ending: 'xlsx' | 'csv' | 'zip'
  contents: readonly string[]
  write: () => Promise<Uint8Array<ArrayBuffer>>
}

const MEDIA_TYPES = { xlsx: XLSX_TYPE, csv: 'text/csv; charset=utf-8', zip: 'application/zip' } as const
const ROWS_AT_ONCE = 500

async function textFile(pieces: AsyncIterable<string>) {
  const chunks: Buffer[] = []
  for await (const piece of pieces) chunks.push(Buffer.from(piece))
  return new Uint8Array(Buffer.concat(chunks))
}

const houseColumnsOf = ({ form }: ExportSource) => [
  ...houseColumns(form.columns ?? PUPIL_LIST_COLUMNS),
  ...listedColumns(form.fields ?? []),
]

async function* houseCsv({ pupils }: ExportSource, columns: readonly Column<ExportedPupil>[]) {
  yield spreadsheetCsv({ columns: columns.map(({ heading }) => heading), rows: [] })
  const row = (pupil: ExportedPupil) => columns.map((column) => cellText(column, pupil))
  yield* inSteps(pupils, ROWS_AT_ONCE, (slice) => spreadsheetRows(slice.map(row)))
}

async function* programCsv<R>({ delimiter, columns }: ProgramList<R>, rows: readonly R[]) {
  yield programRows([columns.map(([heading]) => heading)], delimiter)
  const cells = (row: R) => columns.map(([, cell]) => flat(cell(row)))
  yield* inSteps(rows, ROWS_AT_ONCE, (slice) => programRows(slice.map(cells), delimiter))
}

const program = <R>(name: string, list: ProgramList<R>, rows: readonly R[]): WrittenFormat => ({
  name,
  ending: 'csv',
  contents: filledHeadings(list),
  write: () => textFile(programCsv(list, rows)),
})

const archive = (
  name: string,
  contents: readonly string[],
  files: () => Promise<Parameters<typeof writeZip>[0]>,
): WrittenFormat => ({ name, ending: 'zip', contents, write: async () => writeZip(await files()) })

/** The year of the pupil's class, otherwise the exported one. */
const yearsOf = ({ years, year: chosen }: ExportSource) => {
  const byId = new Map(years.map((year) => [year.id, year]))
  return ({ schoolclass }: ExportedPupil) => (schoolclass ? byId.get(schoolclass.school_year_id) : chosen)
}

/** OneRoster contains the years of its classes and the exported one, even if that has no class. */
const rosterYears = ({ years, year, pupils }: ExportSource) => {
  const used = new Set(pupils.map(({ schoolclass }) => schoolclass?.school_year_id))
  return years.filter(({ id }) => used.has(id) || id === year?.id)
}

const domainOf = (mail: string) => mail.slice(mail.lastIndexOf('@') + 1).toLowerCase()

const moodle = (source: ExportSource) => {
  const { school, form, usernames } = source
  const yearOf = yearsOf(source)
  return moodleList({
    school,
    yearOf: (pupil) => yearOf(pupil)?.name ?? '',
    usernames,
    auth: form.options.auth,
    mailDomain: form.options.mail_domain ?? domainOf(school.mail),
  })
}

/** All exports share one engine; this list defines the formats (domain §6.1). */
const FORMATS: Record<ExportFormat, (source: ExportSource) => WrittenFormat> = {
  xlsx: (source) => {
    const columns = houseColumnsOf(source)
    return {
      name: 'SuS-Liste',
      ending: 'xlsx',
      contents: columns.map(({ heading }) => heading),
      write: () => writeSpreadsheet({ title: 'SuS', columns, rows: source.pupils }),
    }
  },
  csv: (source) => {
    const columns = houseColumnsOf(source)
    return {
      name: 'SuS-Liste',
      ending: 'csv',
      contents: columns.map(({ heading }) => heading),
      write: () => textFile(houseCsv(source, columns)),
    }
  },
  schild: (source) =>
    archive('SchILD-NRW', SCHILD_FILES, () =>
      schildFiles({ pupils: source.pupils, school: source.school.name, yearOf: yearsOf(source), today: source.today }),
    ),
  webuntis: ({ form, pupils }) => program('WebUntis', webuntisList(form.options), pupils),
  iserv: ({ pupils }) => program('IServ', iservList, pupils),
  iserv_parents: ({ pupils }) => program('IServ-Eltern', iservParentsList, guardiansOfChildren(pupils)),
  moodle: (source) => program('Moodle', moodle(source), source.pupils),
  oneroster: (source) =>
    archive('OneRoster', rosterContents(source.form.options), async () =>
      onerosterFiles(
        { pupils: source.pupils, staff: source.staff, years: rosterYears(source), school: source.school },
        { options: source.form.options, systemCode: source.school.short },
      ),
    ),
}

/** The file of the chosen format, not yet written; its name names no person. */
export const fileOf = (source: ExportSource) => {
  const { name, ending, contents, write } = FORMATS[source.form.format](source)
  return {
    /** Text for the log: the format, then columns or files. */
    contents: [EXPORT_LABELS[source.form.format], ...contents],
    write: async (): Promise<FileReply> => ({
      filename: `${name}-${source.today}.${ending}`,
      media_type: MEDIA_TYPES[ending],
      content: await write(),
    }),
  }
}
