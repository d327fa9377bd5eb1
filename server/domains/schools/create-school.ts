import { addDays, weekday } from '#contract/dates.ts'
import { SCHOOL_KINDS } from '#contract/schools/schools.kinds.ts'
import type { NewSchoolForm } from '#contract/schools/schools.setup-forms.ts'
import type { Queries } from '#server/db/database.ts'
import { bindSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertSchoolclasses } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { insertSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { firstNotice } from './notice-facts.shared.ts'
import { insertGrades, insertPrivacyNotice, insertSchool, insertSetting } from './schools.queries.ts'

/** A school year begins on 1 August (domain §1.2). */
const yearOf = (today: string) => Number(today.slice(0, 4)) - (today.slice(5) < '08-01' ? 1 : 0)

/** The last weekday before 1 February; holidays are entered later. */
const halfYearEnd = (startYear: number) => {
  let day = `${startYear + 1}-01-31`
  while (weekday(day) > 5) day = addDays(day, -1)
  return day
}

const schoolyear = (startYear: number) => ({
  name: `${startYear}/${startYear + 1}`,
  date_start: `${startYear}-08-01`,
  date_end: `${startYear + 1}-07-31`,
  half_year_end: halfYearEnd(startYear),
})

interface Beginning {
  now: Date
  today: string
  /** The field with the short name in the request's body, for the message that it is taken. */
  shortField: string
}

/** Creates the current year, and the next one, whose form is open until it ends. Returns the ids of both. */
async function insertYears(tx: SchoolTransaction, { now, today }: Beginning) {
  const thisYear = yearOf(today)
  const next = schoolyear(thisYear + 1)
  return [
    await insertSchoolyear(tx, { ...schoolyear(thisYear), state: 'active' }),
    await insertSchoolyear(tx, {
      ...next,
      state: 'planned',
      registration_from: now.toISOString(),
      registration_until: `${next.date_end}T21:59:59Z`,
    }),
  ]
}

/** Creates classes a and b of every grade in both years: accepted children get theirs in the next one. */
const classesOf = (yearIds: number[], grades: { id: number }[]) =>
  yearIds.flatMap((school_year_id) =>
    grades.flatMap(({ id: schoolgrade_id }) =>
      ['a', 'b'].map((description) => ({ school_year_id, schoolgrade_id, description })),
    ),
  )

/**
 * Creates a school that can accept applications at once: this and the next school year, grades, classes if wanted,
 * privacy notice and settings, and the open form of the next year. Binds the transaction to the new school and returns
 * its id. 422 when the short name is taken.
 */
export async function createSchool(tx: Queries, form: NewSchoolForm, at: Beginning) {
  const { kind, has_classes, ...school } = form
  const { label: _label, short: _short, show_afterschool_care, ...settled } = SCHOOL_KINDS[kind]
  const schoolId = await insertSchool(tx, { ...school, ...settled })
  if (schoolId === undefined) throw invalid({ [at.shortField]: ['Dieses Kürzel ist schon vergeben.'] })
  const inside = await bindSchool(tx, schoolId)
  await insertSetting(inside, {
    key: 'SCHOOL_REGISTRATION_SETTINGS',
    setting_value: JSON.stringify({ isActive: true, show_afterschool_care }),
  })
  const { facts, ...notice } = await firstNotice(inside)
  await insertPrivacyNotice(inside, { version_number: 1, facts: JSON.stringify(facts), ...notice })
  const yearIds = await insertYears(inside, at)
  const grades = await insertGrades(inside, settled)
  if (has_classes) await insertSchoolclasses(inside, classesOf(yearIds, grades))
  return schoolId
}
