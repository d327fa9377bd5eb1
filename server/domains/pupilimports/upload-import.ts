import { asWrittenDay } from '#contract/dates.ts'
import { cleanLine } from '#contract/formats.ts'
import { isSpecialHeading } from '#contract/headings.ts'
import { IMPORT_LABELS, REQUIRED_IMPORT_FIELDS } from '#contract/pupilimports/pupilimports.columns.ts'
import { guessColumns } from '#contract/pupilimports/pupilimports.guess.ts'
import { type ImportMeaning, mappedFields } from '#contract/pupilimports/pupilimports.meanings.ts'
import { askedFields, type ImportAnswers, openQuestions } from '#contract/pupilimports/pupilimports.questions.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { type ImportMappingForm, mayChangeImport } from '#contract/pupilimports/pupilimports.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { conflict, found, invalid, notFound } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { lockImport } from './get-import.ts'
import { deleteRows } from './import-rows.queries.ts'
import {
  findImportFile,
  findMapping,
  fromMapping,
  insertImport,
  saveMapping,
  takeImportId,
  updateImport,
} from './pupilimports.queries.ts'
import { headingsKey, type ImportFile, withoutSpecial } from './read-import-file.ts'
import { openFile, type Sealing, sealFile, sealPreview } from './seal-import.ts'

export const PREVIEW_ROWS = 5
const PREVIEW_CELL = 200
const previewOf = ({ headings, rows }: ImportFile) =>
  withoutSpecial(headings, rows.slice(0, PREVIEW_ROWS)).map((cells) =>
    cells.map((cell) => asWrittenDay(cell.slice(0, PREVIEW_CELL))),
  )

const howItWasRead = (
  { encoding, delimiter, sheet, sheets, headings, row_count, ...file }: ImportFile,
  sealing: Sealing,
) => ({
  encoding,
  delimiter,
  sheet: sheet || null,
  sheets: sheets.map((name) => name.slice(0, PREVIEW_CELL)),
  headings: headings.map((heading) => cleanLine(heading).slice(0, PREVIEW_CELL)),
  row_count,
  preview_encrypted: sealPreview(
    sealing,
    previewOf({ encoding, delimiter, sheet, sheets, headings, row_count, ...file }),
  ),
})

const mappingFor = async (tx: SchoolTransaction, headings: readonly string[]) => {
  const remembered = await findMapping(tx, headingsKey(headings))
  return { mapping: remembered ?? guessColumns(headings), is_remembered: remembered !== undefined }
}

interface Upload {
  filename: string
  content: Uint8Array
  file: ImportFile
  keys: SecretRing
}

/** Stores a file with the probable meaning of its columns; nothing else is written. */
export async function storeUpload(
  tx: SchoolTransaction,
  { filename, content, file, keys }: Upload,
  { viewer, now }: { viewer: SchoolViewer; now: Date },
) {
  const { mapping, is_remembered } = await mappingFor(tx, file.headings)
  const id = await takeImportId(tx)
  const sealing = { keys, school_id: viewer.school_id, id }
  await insertImport(tx, {
    id,
    filename: cleanLine(filename).slice(0, PREVIEW_CELL) || 'Datei',
    format: file.format,
    ...howItWasRead(file, sealing),
    file_encrypted: sealFile(sealing, content),
    mapping: fromMapping(mapping),
    is_remembered,
    created_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  return { id }
}

/** 422 when a required column is missing, a field is mapped twice, or a question is not answered (ADR 0037). */
export function requireMapping({ mapping, answers }: { mapping: (ImportMeaning | null)[]; answers: ImportAnswers }) {
  const named = mappedFields(mapping)
  const twice = named.find((field, index) => named.indexOf(field) !== index)
  if (twice) throw invalid({ mapping: [IMPORT_TEXTS.twice(IMPORT_LABELS[twice])] })
  const missing = REQUIRED_IMPORT_FIELDS.find((field) => !named.includes(field))
  if (missing) throw invalid({ mapping: [IMPORT_TEXTS.missing(IMPORT_LABELS[missing])] })
  const open = openQuestions(mapping, answers)
  if (open.length > 0)
    throw invalid(Object.fromEntries(open.map((field) => [`answers.${field}`, [IMPORT_TEXTS.unanswered[field]]])))
}

/** The import before a changing step; 409 when it is past that. */
export async function lockOpenImport(tx: SchoolTransaction, id: number) {
  const row = await lockImport(tx, id)
  if (!mayChangeImport(row.state as 'uploaded')) throw conflict(IMPORT_TEXTS.otherState)
  return row
}

/** The file read with another encoding or delimiter; the uploaded file stays. */
export async function loadFile(tx: SchoolTransaction, keys: SecretRing, id: number) {
  const row = await lockOpenImport(tx, id)
  const { school_id, file_encrypted } = found(await findImportFile(tx, id))
  if (!file_encrypted) throw notFound()
  return { ...row, content: openFile({ keys, school_id, id }, file_encrypted) }
}

interface Mapping {
  id: number
  form: ImportMappingForm
  /** Read anew with another encoding or delimiter. */
  file: ImportFile | undefined
}

const sized = (mapping: ImportMappingForm['mapping'], headings: readonly string[]) =>
  headings.map((heading, column) => (isSpecialHeading(heading) ? null : (mapping[column] ?? null)))

/** Only answers to questions that are asked; a list with other columns asks again. */
const answersFor = (mapping: readonly (ImportMeaning | null)[], answers: ImportAnswers): ImportAnswers =>
  Object.fromEntries(askedFields(mapping).flatMap((field) => (field in answers ? [[field, answers[field]]] : [])))

/** Stores the meaning of the columns, also for the next file with these headings. Earlier findings become invalid. */
export async function saveImportMapping(
  tx: SchoolTransaction,
  { id, form, file }: Mapping,
  { viewer, keys }: { viewer: SchoolViewer; keys: SecretRing },
) {
  const row = await lockOpenImport(tx, id)
  const headings = file?.headings ?? row.headings
  // Another delimiter makes other columns, so their meaning is guessed again.
  const isRegrouped = headingsKey(headings) !== headingsKey(row.headings)
  const mapping = isRegrouped ? (await mappingFor(tx, headings)).mapping : sized(form.mapping, headings)
  await deleteRows(tx, id)
  await updateImport(tx, id, {
    ...(file ? howItWasRead(file, { keys, school_id: viewer.school_id, id }) : {}),
    mapping: fromMapping(mapping),
    answers: JSON.stringify(isRegrouped ? {} : answersFor(mapping, form.answers)),
    is_remembered: false,
    state: 'uploaded',
    problem: null,
    missing_classes: [],
  })
  if (!isRegrouped) await saveMapping(tx, { headingsKey: headingsKey(headings), mapping })
}
