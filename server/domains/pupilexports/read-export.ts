import { hasColumnChoice, type PupilExportForm } from '#contract/pupilexports/pupilexports.ts'
import { PUPIL_LIST_COLUMNS } from '#contract/pupils/pupil-list-columns.ts'
import { classDay } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { listListedTexts } from '#server/domains/pupils/pupils.listed.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { namesGuardians } from './house-list.ts'
import { moodleNames } from './moodle-names.ts'
import { listClassStaff, listCustodians, listExportedPupils } from './pupilexports.queries.ts'

const WITH_GUARDIANS: readonly PupilExportForm['format'][] = ['schild', 'iserv_parents']

const needsGuardians = ({ format, columns }: PupilExportForm) =>
  hasColumnChoice(format) ? namesGuardians(columns ?? PUPIL_LIST_COLUMNS) : WITH_GUARDIANS.includes(format)

/** Exactly the requested pupils, each once, in their order; 404 when one of them is not visible. */
async function readPupils(tx: SchoolTransaction, form: PupilExportForm, reader: Reader & { day: string }) {
  const ids = [...new Set(form.ids)]
  const fields = hasColumnChoice(form.format) ? [...new Set(form.fields)] : []
  const [pupils, guardians] = await Promise.all([
    listExportedPupils(tx, ids, reader),
    needsGuardians(form) ? listCustodians(tx, ids, reader.today) : undefined,
  ])
  const listed = fields.length > 0 ? await listListedTexts(tx, ids, { ...reader, columns: fields }) : undefined
  const seen = new Map(pupils.map((pupil) => [pupil.id, pupil]))
  return ids.map((id) => {
    const pupil = seen.get(id)
    if (!pupil) throw notFound()
    pupil.guardians = guardians?.get(id) ?? []
    pupil.listed = listed?.get(id) ?? {}
    return pupil
  })
}

/** Everything for the file; the database is not needed afterwards. */
export async function readExport(tx: SchoolTransaction, form: PupilExportForm, reader: Reader) {
  const years = await listSchoolyears(tx)
  const year = years.find(({ id, state }) => (form.school_year_id ? id === form.school_year_id : state === 'active'))
  if (form.school_year_id && !year) throw notFound()
  const day = form.school_year_id && year ? classDay(year, reader.today) : reader.today
  const pupils = await readPupils(tx, form, { ...reader, day })
  const school = await getSchool(tx)
  const classIds = [...new Set(pupils.flatMap(({ schoolclass }) => schoolclass?.id ?? []))]
  return {
    form,
    today: reader.today,
    pupils,
    school,
    years,
    /** The chosen or active one. */
    year,
    staff: form.format === 'oneroster' ? await listClassStaff(tx, classIds, reader.today) : [],
    /** User names by the pupil's id; only Moodle has them. */
    usernames:
      form.format === 'moodle' ? await moodleNames(tx, reader.viewer.school_id, pupils) : new Map<number, string>(),
  }
}
export type ExportSource = Awaited<ReturnType<typeof readExport>>
