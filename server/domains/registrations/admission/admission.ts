import { isTransformed, isWishOpen, transformRefusal } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import type { TransformForm } from '#contract/registrations/registrations.transform.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listDuplicatesEverywhere } from '#server/domains/pupils/pupils.shared.queries.ts'
import { listContacts } from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import { listPapers } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import type { LockedRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { storedMeta } from '#server/domains/registrations/stored-answers.ts'
import { listSchoolclasses } from '#server/domains/schoolclasses/schoolclasses.shared.queries.ts'
import { getSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { conflict, invalid } from '#server/http/api-error.ts'

/** 409 unless the application is accepted and not a pupil yet; a second call learns who was first and when. */
export function refuseTransform(registration: LockedRegistration) {
  const { pupil_id, transformed_at, transformed_by_name } = registration
  if (isTransformed(registration)) {
    throw conflict(REGISTRATION_TEXTS.transformed, {
      transformed_by: transformed_by_name,
      transformed_at,
      pupil_id,
    })
  }
  const refusal = transformRefusal(registration)
  if (refusal) throw conflict(refusal)
}

/**
 * 422 while one of two parents with joint custody wishes to withdraw the application and staff have not declined it:
 * the wish has no effect before they answer, and must not be overlooked (domain §2.3).
 */
export function refuseUnansweredWish(registration: LockedRegistration, { declines_wish }: TransformForm) {
  if (!isWishOpen(registration) || declines_wish) return
  throw invalid({ declines_wish: [REGISTRATION_TEXTS.wishOpen] }, REGISTRATION_TEXTS.wishOpen)
}

/** The data of an accepted application for the future pupil: year, first day, classes to choose from, people. */
export async function readAdmission(tx: SchoolTransaction, registration: LockedRegistration) {
  const { school_year_id, desired_grade, desired_start_date, entry_type } = registration
  const year = await getSchoolyear(tx, school_year_id)
  const firstDay = year.first_school_day ?? year.date_start
  const date_entry = entry_type === 'regular' ? firstDay : (desired_start_date ?? firstDay)
  const classes = await listSchoolclasses(tx, { yearId: school_year_id, day: date_entry })
  const papers = await listPapers(tx, registration.id)
  return {
    registration,
    meta: storedMeta(registration),
    contacts: await listContacts(tx, registration.id),
    /** The day on which the proof of custody was seen. */
    custodyProofSeenOn: papers.find(({ kind }) => kind === 'custody_proof')?.seen_on ?? null,
    year,
    date_entry,
    /** Mixed-age groups contain several grades. */
    classes: classes.filter(
      ({ grade, grade_to }) => grade <= desired_grade && desired_grade <= Math.max(grade, grade_to ?? grade),
    ),
  }
}
export type Admission = Awaited<ReturnType<typeof readAdmission>>

/** The child as the duplicate check compares it. */
export const childOf = ({ child_firstname, child_lastname, child_birthdate }: LockedRegistration) => ({
  firstname: child_firstname,
  lastname: child_lastname,
  birthdate: child_birthdate,
})

/**
 * Pupils who are or may be the child; a role, and with it 'manage pupil application', is valid at all schools (domain
 * §3.3, §4).
 */
export const findDuplicates = (tx: SchoolTransaction, registration: LockedRegistration, viewer: SchoolViewer) =>
  listDuplicatesEverywhere(tx, childOf(registration), viewer)
