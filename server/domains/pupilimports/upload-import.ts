import { cleanLine } from '#contract/formats.ts'
import {
  guessColumns,
  IMPORT_LABELS,
  type ImportField,
  isSpecialHeading,
  REQUIRED_IMPORT_FIELDS,
} from '#contract/pupil-imports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupil-imports.texts.ts'
import { type ImportMappingForm, mayChangeImport } from '#contract/pupil-imports.ts'
import type { SchoolTransaction, SchoolViewer } from '#server/db/in-school.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'
import { deleteRows } from './import-rows.queries.ts'
import {
  findMapping,
  fromMapping,
  getImport,
  getImportFile,
  insertImport,
  lockImport,
  saveMapping,
  updateImport,
} from './pupil-imports.queries.ts'
import { headingsKey, type ImportFile, withoutSpecial } from './read-import-file.ts'

export const PREVIEW_ROWS = 5
const PREVIEW_CELL = 200
const PURPOSE = 'pupil import'

export const openFile = (keys: SecretRing, sealed: Buffer) => Buffer.from(decrypt(keys, PURPOSE, sealed), 'base64')

const previewOf = ({ headings, rows }: ImportFile) =>
  withoutSpecial(headings, rows.slice(0, PREVIEW_ROWS)).map((cells) => cells.map((cell) => cell.slice(0, PREVIEW_CELL)))

const howItWasRead = ({ encoding, delimiter, sheet, sheets, headings, row_count, ...file }: ImportFile) => ({
  encoding,
  delimiter,
  sheet: sheet || null,
  sheets: sheets.map((name) => name.slice(0, PREVIEW_CELL)),
  headings: headings.map((heading) => cleanLine(heading).slice(0, PREVIEW_CELL)),
  row_count,
  preview: JSON.stringify(previewOf({ encoding, delimiter, sheet, sheets, headings, row_count, ...file })),
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

/** Keeps a file that was read, with what its columns seem to mean; nothing else is written. */
export async function keepUpload(
  tx: SchoolTransaction,
  { filename, content, file, keys }: Upload,
  { viewer, now }: { viewer: SchoolViewer; now: Date },
) {
  const { mapping, is_remembered } = await mappingFor(tx, file.headings)
  const id = await insertImport(tx, {
    school_id: viewer.school_id,
    filename: cleanLine(filename).slice(0, PREVIEW_CELL) || 'Datei',
    format: file.format,
    ...howItWasRead(file),
    file_encrypted: encrypt(keys, PURPOSE, Buffer.from(content).toString('base64')),
    mapping: fromMapping(mapping),
    is_remembered,
    created_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  return getImport(tx, id, now)
}

/** 422 when a column that must be there is missing, or a field stands twice. */
export function requireMapping(mapping: readonly (ImportField | null)[]) {
  const named = mapping.flatMap((field) => field ?? [])
  const twice = named.find((field, index) => named.indexOf(field) !== index)
  if (twice) throw invalid({ mapping: [IMPORT_TEXTS.twice(IMPORT_LABELS[twice])] })
  const missing = REQUIRED_IMPORT_FIELDS.find((field) => !named.includes(field))
  if (missing) throw invalid({ mapping: [IMPORT_TEXTS.missing(IMPORT_LABELS[missing])] })
}

/** The import before a step that changes it; 409 when it is past that. */
export async function lockOpenImport(tx: SchoolTransaction, id: number) {
  const row = await lockImport(tx, id)
  if (!mayChangeImport(row.state as 'uploaded')) throw conflict(IMPORT_TEXTS.otherState)
  return row
}

/** The file as it would be read with other signs; what was uploaded stays. */
export async function loadFile(tx: SchoolTransaction, keys: SecretRing, id: number) {
  const row = await lockOpenImport(tx, id)
  return { ...row, content: openFile(keys, await getImportFile(tx, id)) }
}

interface Mapping {
  id: number
  form: ImportMappingForm
  /** Read anew with another encoding or delimiter. */
  file: ImportFile | undefined
}

const sized = (mapping: ImportMappingForm['mapping'], headings: readonly string[]) =>
  headings.map((heading, column) => (isSpecialHeading(heading) ? null : (mapping[column] ?? null)))

/** What the columns mean; the next file with these headings is understood alike. Verdicts of before are void. */
export async function saveImportMapping(
  tx: SchoolTransaction,
  { id, form, file }: Mapping,
  { viewer, now }: { viewer: SchoolViewer; now: Date },
) {
  const row = await lockOpenImport(tx, id)
  const headings = file?.headings ?? row.headings
  // Other signs part other columns: what they mean is guessed anew.
  const isRegrouped = headingsKey(headings) !== headingsKey(row.headings)
  const mapping = isRegrouped ? (await mappingFor(tx, headings)).mapping : sized(form.mapping, headings)
  await deleteRows(tx, id)
  await updateImport(tx, id, {
    ...(file ? howItWasRead(file) : {}),
    mapping: fromMapping(mapping),
    is_remembered: false,
    state: 'uploaded',
    problem: null,
    missing_classes: [],
  })
  if (!isRegrouped) await saveMapping(tx, { schoolId: viewer.school_id, headingsKey: headingsKey(headings), mapping })
  return getImport(tx, id, now)
}
