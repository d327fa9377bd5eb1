import { RegistrationSettings } from '#contract/schools/schools.facts.ts'
import { kindOf, SCHOOL_KINDS } from '#contract/schools/schools.kinds.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertRows, insertWithIds } from './demo-rows.queries.ts'
import type { DemoYears, YearKey } from './enrolments.ts'
import { fillNotices } from './fill-privacy.ts'
import type { ClassPlan, SchoolPlan } from './school-plan.ts'

/** The ids of a school and its years, grades and classes. */
export interface SchoolIds {
  schoolId: number
  years: Record<YearKey, number>
  grade(grade: number): number
  klass(year: YearKey, klass: ClassPlan | null): number | null
  /** The version of the notice that a family read at this time. */
  noticeAt(readAt: string): number
}

interface Scene {
  plan: SchoolPlan
  years: DemoYears
  schoolId: number
}

/** Before the earliest year of the demo. */
export const foundedAt = ({ startYear }: DemoYears) => `${startYear - 1}-06-02T08:00:00.000Z`
const stamps = (years: DemoYears) => ({ created_at: foundedAt(years), updated_at: foundedAt(years) })

export const insertDemoSchool = async (tx: Queries, plan: SchoolPlan, years: DemoYears) => {
  const { has_classes: _classes, has_holidays: _holidays, ...form } = plan.form
  const school_type = kindOf(form)
  const { accent } = SCHOOL_KINDS[school_type]
  const row = { ...form, school_type, entry_grade: form.grade_min, accent, ...stamps(years) }
  const [id] = await insertWithIds(tx, 'school', [row])
  return id ?? 0
}

/** The secondary school asks second parents by a link, the primary school by a tick in its form (ADR 0066). */
export const asksByLink = ({ short }: { short: string }) => short === 'fow'

export const demoSettings = ({ form }: SchoolPlan) =>
  RegistrationSettings.parse({
    isActive: true,
    show_afterschool_care: SCHOOL_KINDS[kindOf(form)].show_afterschool_care,
  })

const fillSettings = async (tx: SchoolTransaction, { plan, years, schoolId }: Scene) => {
  await insertRows(tx, 'school_setting', [
    {
      school_id: schoolId,
      key: 'SCHOOL_REGISTRATION_SETTINGS',
      setting_value: { ...demoSettings(plan), second_agreement_by_link: asksByLink(plan.form) } as never,
      ...stamps(years),
    },
  ])
  // Last summer, so that applications of both versions are there.
  const renewedAt = `${years.startYear}-09-01T08:00:00.000Z`
  return fillNotices(tx, { schoolId, foundedAt: foundedAt(years), renewedAt })
}

const STATES = { closed: 'closed', active: 'active', planned: 'planned' } as const
const YEAR_KEYS: readonly YearKey[] = ['closed', 'active', 'planned']

/**
 * The form for a year is open from 1 August before it until the end of that season; for the planned year also for late
 * applications.
 */
const openFor = (key: YearKey, { startYear }: DemoYears) => {
  if (key === 'closed') return { registration_from: null, registration_until: null }
  const before = key === 'active' ? startYear - 1 : startYear
  const until = key === 'active' ? startYear : startYear + 2
  return { registration_from: `${before}-07-31T22:00:00.000Z`, registration_until: `${until}-07-31T21:59:59.000Z` }
}

const fillYears = async (tx: SchoolTransaction, { years, schoolId }: Scene) => {
  const rows = YEAR_KEYS.map((key) => {
    const { free_days: _days, ...year } = years[key]
    return { school_id: schoolId, ...year, state: STATES[key], ...openFor(key, years), ...stamps(years) }
  })
  const [closed = 0, active = 0, planned = 0] = await insertWithIds(tx, 'schoolyear', rows)
  const ids: Record<YearKey, number> = { closed, active, planned }
  await insertRows(
    tx,
    'schoolyear_free_day',
    YEAR_KEYS.flatMap((key) =>
      years[key].free_days.map((day) => ({ school_id: schoolId, school_year_id: ids[key], ...day, ...stamps(years) })),
    ),
  )
  return ids
}

/** Starts with the leaving grade and goes down, because each grade refers to the next one. */
const fillGrades = async (tx: SchoolTransaction, { plan, years, schoolId }: Scene) => {
  const ids = new Map<number, number>()
  for (let grade = plan.grades.max; grade >= plan.grades.min; grade--) {
    const isEntry = grade === plan.grades.entry
    const row = {
      school_id: schoolId,
      grade,
      name: `Klassenstufe ${grade}`,
      is_entry: isEntry,
      accepts_lateral: !isEntry,
      next_schoolgrade_id: ids.get(grade + 1) ?? null,
      ...stamps(years),
    }
    const [id] = await insertWithIds(tx, 'schoolgrade', [row])
    ids.set(grade, id ?? 0)
  }
  return ids
}

const fillClasses = async (
  tx: SchoolTransaction,
  { plan, years, schoolId }: Scene,
  ids: Pick<SchoolIds, 'years' | 'grade'>,
) => {
  const wanted = (['closed', 'active', 'planned'] as const).flatMap((year) =>
    plan.classes.map((klass) => ({ year, klass })),
  )
  const rows = wanted.map(({ year, klass: { grades, description, room } }) => ({
    school_id: schoolId,
    school_year_id: ids.years[year],
    schoolgrade_id: ids.grade(grades[0]),
    schoolgrade_to_id: grades[1] === undefined ? null : ids.grade(grades[1]),
    description,
    room,
    capacity: 25,
    ...stamps(years),
  }))
  const inserted = await insertWithIds(tx, 'schoolclass', rows)
  return new Map(
    wanted.map(({ year, klass }, index) => [`${year} ${klass.grades[0]} ${klass.description}`, inserted[index]]),
  )
}

/**
 * Writes settings, privacy notice, years with their free days, grades with their seats, and classes: everything except
 * people.
 */
export async function fillSchool(tx: SchoolTransaction, scene: Scene): Promise<SchoolIds> {
  const { schoolId, plan, years } = scene
  const noticeAt = await fillSettings(tx, scene)
  const yearIds = await fillYears(tx, scene)
  const grades = await fillGrades(tx, scene)
  const grade = (number: number) => grades.get(number) ?? 0
  await insertRows(
    tx,
    'schoolgrade_capacity',
    (['active', 'planned'] as const).flatMap((year) =>
      [...grades].map(([number, id]) => ({
        school_id: schoolId,
        school_year_id: yearIds[year],
        schoolgrade_id: id,
        places: plan.places(number),
        ...stamps(years),
      })),
    ),
  )
  const classes = await fillClasses(tx, scene, { years: yearIds, grade })
  const klass = (year: YearKey, of: ClassPlan | null) =>
    of ? (classes.get(`${year} ${of.grades[0]} ${of.description}`) ?? null) : null
  return { schoolId, years: yearIds, grade, klass, noticeAt }
}
