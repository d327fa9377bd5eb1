import { FAMILY_TEXTS } from '#contract/families/families.change.ts'
import { MESSAGES } from '#contract/formats.ts'
import { fullName } from '#contract/person-names.ts'
import { type NewPupilForm, PUPIL_TEXTS } from '#contract/pupils/pupils.change.ts'
import { SCHOOLCLASS_TEXTS } from '#contract/schoolclasses/schoolclasses.ts'
import { cleanZip } from '#contract/zip.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader, SchoolViewer } from '#server/db/viewer.ts'
import { lockFamilies } from '#server/domains/families/families.shared.queries.ts'
import { enterGuardian, enterKnownGuardian } from '#server/domains/families/families.shared.ts'
import { findGrades, lockClassForPupils } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { enterMembership } from '#server/domains/memberships/memberships.shared.ts'
import { refuseRestrictedChild } from '#server/domains/restrictions/restrictions.shared.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { insertPupil, lockAdmissions, takePupilNumber } from './pupils.admission.shared.queries.ts'
import { findYearOf } from './pupils.changes.queries.ts'
import { setPupilLink } from './pupils.links.shared.queries.ts'
import { listDuplicatesEverywhere } from './pupils.shared.queries.ts'
import { refuseRecord } from './refuse-record.ts'

interface Acting {
  viewer: SchoolViewer
  today: string
  keys: SecretRing
}

/** The fields that a short form leaves open. */
const NOTHING_YET = {
  date_exit: null,
  birth_country: null,
  immigration_year: null,
  country: 'DE',
  measles_proof_seen_at: null,
  measles_proof_kind: null,
  foreign_languages: [],
}

/** The school year of the first day; 422 when there is none or when it is over. */
async function readYear(tx: SchoolTransaction, date_entry: string) {
  const year = await findYearOf(tx, date_entry)
  if (!year) throw invalid({ date_entry: [PUPIL_TEXTS.noYear] })
  if (year.state === 'closed') throw invalid({ date_entry: [SCHOOLCLASS_TEXTS.closedYear(year.name)] })
  return year
}

/** 422 unless the class belongs to the year and has the grade; the class is locked. */
async function refuseClass(tx: SchoolTransaction, form: NewPupilForm, yearId: number) {
  const [grade] = await findGrades(tx, [form.schoolgrade_id])
  if (!grade) throw invalid({ schoolgrade_id: [MESSAGES.boolean] })
  if (form.schoolclass_id === null) return
  const found = await lockClassForPupils(tx, form.schoolclass_id)
  if (!found) throw invalid({ schoolclass_id: [MESSAGES.boolean] })
  if (found.school_year_id !== yearId) throw invalid({ schoolclass_id: [PUPIL_TEXTS.classOfOtherYear] })
  const ends = [found.schoolgrade_id, found.schoolgrade_to_id].filter((id) => id !== null)
  const grades = (await findGrades(tx, ends)).map((one) => one.grade)
  if (grade.grade < Math.min(...grades) || Math.max(...grades) < grade.grade)
    throw invalid({ schoolclass_id: [SCHOOLCLASS_TEXTS.otherClassGrade] })
}

/** In the order of the form, which is also the order of calls. */
async function enterGuardians(
  tx: SchoolTransaction,
  { guardians, known_guardians }: NewPupilForm,
  keys: Reader & { pupil_id: number },
) {
  let called = 0
  for (const [index, guardian] of known_guardians.entries()) {
    const entering = { ...keys, guardians: index, called, field: `known_guardians.${index}.` }
    const { emergency_priority } = await enterKnownGuardian(tx, guardian, entering)
    called = emergency_priority ?? called
  }
  for (const [index, guardian] of guardians.entries()) {
    const entering = { ...keys, guardians: known_guardians.length + index, called, field: `guardians.${index}.` }
    const { emergency_priority } = await enterGuardian(tx, guardian, entering)
    called = emergency_priority ?? called
  }
}

/** 422 when the same person is named twice. */
const refuseTwice = ({ known_guardians }: NewPupilForm) => {
  const ids = known_guardians.map(({ guardian_id }) => guardian_id)
  if (new Set(ids).size < ids.length) throw invalid({ known_guardians: [FAMILY_TEXTS.alreadyGuardian] })
}

/**
 * Creates a pupil with number, first membership, guardians and parents' link, all or nothing; 409 with the pupils who
 * are already on record (domain §3.3).
 */
export async function addPupil(tx: SchoolTransaction, form: NewPupilForm, { viewer, today, keys }: Acting) {
  const { guardians: _new, known_guardians, schoolgrade_id, schoolclass_id, force, zip, ...facts } = form
  refuseRecord({ ...NOTHING_YET, ...facts, zip }, { changed: Object.keys(form), today })
  const year = await readYear(tx, form.date_entry)
  await refuseClass(tx, form, year.id)
  refuseTwice(form)
  await lockAdmissions(tx)
  if (known_guardians.length > 0) await lockFamilies(tx)
  await refuseRestrictedChild(tx, form)
  const { exact } = await listDuplicatesEverywhere(tx, form, viewer)
  if (exact.length > 0 && !force) throw conflict(PUPIL_TEXTS.duplicate, { duplicates: exact })
  const { short } = await getSchool(tx)
  const id = await insertPupil(tx, {
    ...facts,
    zip: zip === null ? null : cleanZip(zip),
    pupil_number: await takePupilNumber(tx, short),
    status: form.date_entry > today ? 'upcoming' : 'active',
  })
  await enterMembership(tx, {
    pupil_id: id,
    school_year_id: year.id,
    schoolgrade_id,
    schoolclass_id,
    date_start: form.date_entry,
    reason: 'entry',
    created_by: viewer.user_id,
  })
  await enterGuardians(tx, form, { pupil_id: id, today, viewer })
  await setPupilLink(tx, keys, id)
  return { id, message: `${fullName(form)} ist angelegt.` }
}
