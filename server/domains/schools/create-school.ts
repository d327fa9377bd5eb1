import { kindOf, SCHOOL_KINDS } from '#contract/schools/schools.kinds.ts'
import type { NewSchoolForm } from '#contract/schools/schools.setup-forms.ts'
import { SCHOOL_SETTINGS } from '#contract/schools/schools.ts'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { STATE_PRESETS, type StateCode } from '#contract/schoolyears/state-presets.ts'
import { type UsualYear, usualHalfYearEnd, usualYears } from '#contract/schoolyears/usual-years.ts'
import type { Queries } from '#server/db/database.ts'
import { bindSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertSchoolclasses } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { insertFreeDays, insertSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { firstNotice } from './notice-facts.shared.ts'
import { insertGrades, insertPrivacyNotice, insertSchool, insertSetting } from './schools.queries.ts'

interface Beginning {
  now: Date
  today: string
  /** The field with the short name in the request's body, for the message that it is taken. */
  shortField: string
}

type NewYear = UsualYear & Omit<Parameters<typeof insertSchoolyear>[1], keyof UsualYear | 'half_year_end'>

/** A year without known free days keeps the weekdays as school days; its holidays are entered later. */
async function insertYear(tx: SchoolTransaction, year: NewYear, { state, has_holidays }: Calendar) {
  const freeDays = has_holidays ? freeDaysPreset(state, year).free_days : []
  const yearId = await insertSchoolyear(tx, { ...year, half_year_end: usualHalfYearEnd(year, freeDays) })
  await insertFreeDays(tx, { yearId, freeDays })
  return yearId
}

interface Calendar {
  state: StateCode
  has_holidays: boolean
}

/** Creates the current year, and the next one, whose form is open until it ends. Returns the ids of both. */
async function insertYears(tx: SchoolTransaction, { now, today }: Beginning, calendar: Calendar) {
  const { current, next } = usualYears(today)
  const open = { registration_from: now.toISOString(), registration_until: `${next.date_end}T21:59:59Z` }
  return [
    await insertYear(tx, { ...current, state: 'active' }, calendar),
    await insertYear(tx, { ...next, state: 'planned', ...open }, calendar),
  ]
}

const PRESET_SECTIONS = ['SCHOOL_REGISTRATION_SETTINGS', 'SICKNOTE_SETTINGS', 'RETENTION_SETTINGS'] as const

/** The numbers of the state that differ from the defaults, by section; most states have none (domain §0.1). */
const stateSettings = (state: StateCode) =>
  PRESET_SECTIONS.map((key) => {
    const defaults: Record<string, unknown> = SCHOOL_SETTINGS[key].parse({})
    const numbers = Object.entries(STATE_PRESETS[state] ?? {})
    return {
      key,
      value: Object.fromEntries(numbers.filter(([name, number]) => name in defaults && defaults[name] !== number)),
    }
  })

/** Stores which questions the kind asks, and what the state settles. */
async function insertSettings(tx: SchoolTransaction, state: StateCode, ofKind: object) {
  for (const { key, value } of stateSettings(state)) {
    const setting = key === 'SCHOOL_REGISTRATION_SETTINGS' ? { ...ofKind, ...value } : value
    if (Object.keys(setting).length > 0) await insertSetting(tx, { key, setting_value: JSON.stringify(setting) })
  }
}

/** Creates classes a and b of every grade in both years: accepted children get theirs in the next one. */
const classesOf = (yearIds: number[], grades: { id: number }[]) =>
  yearIds.flatMap((school_year_id) =>
    grades.flatMap(({ id: schoolgrade_id }) =>
      ['a', 'b'].map((description) => ({ school_year_id, schoolgrade_id, description })),
    ),
  )

/**
 * Creates a school that can accept applications at once: this and the next school year with the free days of its state,
 * grades, classes if wanted, privacy notice and settings, and the open form of the next year. Binds the transaction to
 * the new school and returns its id. 422 when the short name is taken.
 */
export async function createSchool(tx: Queries, form: NewSchoolForm, at: Beginning) {
  const { has_classes, has_holidays, ...school } = form
  const { federal_state: state, grade_min, grade_max } = school
  const school_type = kindOf(school)
  const { accent, show_afterschool_care } = SCHOOL_KINDS[school_type]
  const grades = { grade_min, grade_max, entry_grade: grade_min }
  const schoolId = await insertSchool(tx, { ...school, ...grades, school_type, accent })
  if (schoolId === undefined) throw invalid({ [at.shortField]: ['Dieses Kürzel ist schon vergeben.'] })
  const inside = await bindSchool(tx, schoolId)
  await insertSettings(inside, state, { isActive: true, show_afterschool_care })
  const { facts, ...notice } = await firstNotice(inside)
  await insertPrivacyNotice(inside, { version_number: 1, facts: JSON.stringify(facts), ...notice })
  const yearIds = await insertYears(inside, at, { state, has_holidays })
  const stored = await insertGrades(inside, grades)
  if (has_classes) await insertSchoolclasses(inside, classesOf(yearIds, stored))
  return schoolId
}
