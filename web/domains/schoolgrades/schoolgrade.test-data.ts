import {
  gradeUsers,
  SCHOOLGRADE_TEXTS,
  type Schoolgrade,
  schoolgradeEndpoints,
} from '#contract/schoolgrades/schoolgrades.ts'
import { answer, refuseField, refuseStale } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

const YEARS = [
  { id: 1, name: '2026/2027', state: 'active' },
  { id: 2, name: '2027/2028', state: 'planned' },
]
const UNUSED = { schoolclasses: 0, memberships: 0, registrations: 0, previous_grades: 0 }

/** A grade of a primary school; its id is its number. */
const gradeOf = (grade: number): Schoolgrade => ({
  id: grade,
  grade,
  name: `Klassenstufe ${grade}`,
  is_entry: grade === 1,
  accepts_lateral: grade > 1,
  next_schoolgrade_id: grade < 6 ? grade + 1 : null,
  active: true,
  places: YEARS.map(({ id }) => ({ school_year_id: id, places: null })),
  usage: { ...UNUSED, previous_grades: grade > 1 ? 1 : 0 },
  classes_by_year: [],
  version: 1,
})

/** The third grade has two classes in each of two years. */
const USED: Partial<Schoolgrade> = {
  usage: { ...UNUSED, schoolclasses: 4, previous_grades: 1 },
  classes_by_year: YEARS.map(({ id, name }) => ({ school_year_id: id, school_year: name, count: 2 })),
}

export const GRADES = [1, 2, 3, 4, 5, 6].map((grade) => ({ ...gradeOf(grade), ...(grade === 3 ? USED : {}) }))

/** The grades of a school, changed as the server does it. */
export const gradeServer = (grades: readonly Schoolgrade[] = GRADES) => {
  let stored = [...grades]
  const find = (id: unknown) => stored.find((grade) => grade.id === Number(id))
  const store = (id: number, change: Partial<Schoolgrade>) => {
    stored = stored.map((grade) => (grade.id === id ? { ...grade, ...change, version: grade.version + 1 } : grade))
  }
  const answers = [
    answer(schoolgradeEndpoints.list, () => ({
      schoolgrades: stored,
      schoolyears: YEARS,
      grade_min: 1,
      grade_max: 6,
    })),
    answer(schoolgradeEndpoints.add, ({ body }) => {
      if (body.grade > 6) return refuseField('grade', SCHOOLGRADE_TEXTS.outsideSchool(1, 6))
      stored = [...stored, { ...gradeOf(body.grade), ...body }].sort((a, b) => a.grade - b.grade)
      return { message: `${body.name} ist angelegt.`, id: body.grade }
    }),
    answer(schoolgradeEndpoints.change, ({ params, body: { version, ...change } }) => {
      if (version !== find(params.id)?.version) return refuseStale()
      store(Number(params.id), change)
      return { message: 'Gespeichert.' }
    }),
    answer(schoolgradeEndpoints.remove, ({ params }) => {
      const users = gradeUsers(find(params.id)?.usage ?? UNUSED)
      if (users.length > 0) return json(409, { message: SCHOOLGRADE_TEXTS.inUse(users) })
      stored = stored.filter(({ id }) => id !== Number(params.id))
      return { message: 'Gelöscht.' }
    }),
    answer(schoolgradeEndpoints.savePlaces, ({ params, body }) => {
      const grade = find(params.id)
      const changed = (grade?.places ?? []).map(
        (one) => body.places.find((p) => p.school_year_id === one.school_year_id) ?? one,
      )
      store(Number(params.id), { places: changed })
      return { message: 'Die Plätze sind gespeichert.' }
    }),
  ]
  return { answers, store, find }
}
