import { formatDate } from '#contract/dates.ts'
import type { MovePupilsForm } from '#contract/schoolclasses/schoolclasses.moves.ts'
import {
  type ClassContact,
  SCHOOLCLASS_TEXTS,
  type Schoolclass,
  type SchoolclassDetails,
  schoolclassEndpoints,
} from '#contract/schoolclasses/schoolclasses.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { answer, refuseField, refuseStale } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

export const YEAR = {
  id: 1,
  name: '2026/2027',
  state: 'active' as const,
  date_start: '2026-08-01',
  date_end: '2027-07-31',
}
export const NEXT_YEAR = {
  id: 2,
  name: '2027/2028',
  state: 'planned' as const,
  date_start: '2027-08-01',
  date_end: '2028-07-31',
}
const GRADES = [1, 2, 3].map((grade) => ({ id: grade, grade, name: `Klassenstufe ${grade}` }))
const ZIEGLER = { id: 50, name: 'Änne Ziegler', short_name: 'Zi' }

/** A class of the running year without pupils. */
export const classOf = (id: number, grade: number, description: string): SchoolclassDetails => ({
  id,
  description,
  classgradePlain: `${grade}${description}`,
  schoolgrade: { id: grade, grade },
  schoolgrade_to: null,
  school_year: { id: YEAR.id, name: YEAR.name, state: YEAR.state },
  room: null,
  capacity: 24,
  pupil_count: 0,
  responsible_teachers: [],
  assigned_employees: [],
  version: 1,
  pupils: [],
  coming: [],
  functions: [],
  previous: null,
  day: '2026-11-20',
  is_names_only: false,
  is_removable: true,
})

const pupilOf = (id: number, lastname: string) => ({
  id,
  lastname,
  lastname_prefix: null,
  firstname: 'Ida',
  gender: 'f' as const,
  status: 'active',
  schoolgrade: { grade: 2 },
  birthdate: '2019-05-04',
  date_start: '2026-11-20',
})
export const PUPILS = [pupilOf(1, 'Ahrens'), pupilOf(2, 'Bode'), pupilOf(3, 'Conrad')]

/** A child that is missing today, and nobody knows why. */
export const missingNote = ({ schoolgrade, ...child }: (typeof PUPILS)[number]): Sicknote => ({
  id: 5,
  pupil: { ...child, schoolclass: { id: 21, classgradePlain: '2a' }, schoolgrade },
  value: {
    ...{ dateStart: '2026-11-20', dateEnd: '2026-11-20', partial: false, timeStart: null, timeEnd: null },
    ...{ lessons: [], reason: 'unexplained' },
  },
  ...{ school_days: 1, source: 'staff', created_at: '2026-11-20T06:41:00.000Z', is_own: true, is_late: false },
  ...{ seen_at: null, excuse_state: 'unexcused', excuse_due_at: null, excuse_received_at: null },
  ...{ cancelled_at: null, version: 1 },
})

/** 2a with three pupils, an empty 2b and an empty 3a. */
export const CLASSES = [
  { ...classOf(21, 2, 'a'), pupils: PUPILS, pupil_count: 3 },
  classOf(22, 2, 'b'),
  classOf(31, 3, 'a'),
]

const TODAY = '2026-11-20'

/** The classes as the server has them, and how pupils change places: from today on or from a day to come. */
const classStore = (classes: readonly SchoolclassDetails[]) => {
  let stored = [...classes]
  const find = (id: unknown) => stored.find((one) => one.id === Number(id))
  const store = (id: number, change: Partial<SchoolclassDetails>) => {
    stored = stored.map((one) => (one.id === id ? { ...one, ...change, version: one.version + 1 } : one))
  }
  const setPupils = (id: number, pupils: SchoolclassDetails['pupils']) =>
    store(id, { pupils, pupil_count: pupils.length })
  const announce = (ids: readonly number[], target: SchoolclassDetails, day: string) => {
    const next = { schoolclass: target, date_start: day }
    for (const { id, pupils } of stored)
      store(id, { pupils: pupils.map((pupil) => (ids.includes(pupil.id) ? { ...pupil, next } : pupil)) })
  }
  const move = (ids: readonly number[], target: SchoolclassDetails) => {
    const moving = stored.flatMap(({ pupils }) => pupils.filter(({ id }) => ids.includes(id)))
    for (const { id, pupils } of stored)
      setPupils(
        id,
        pupils.filter((pupil) => !ids.includes(pupil.id)),
      )
    const all = [...(find(target.id)?.pupils ?? []), ...moving]
    setPupils(
      target.id,
      all.sort((a, b) => a.id - b.id),
    )
  }
  return {
    all: () => stored,
    find,
    store,
    announce,
    move,
    add: (one: SchoolclassDetails) => {
      stored = [...stored, one]
    },
    remove: (id: unknown) => {
      stored = stored.filter((one) => one.id !== Number(id))
    },
  }
}

type Store = ReturnType<typeof classStore>

const movePupils = (
  { find, all, announce, move }: Store,
  { pupil_ids: ids, schoolclass_id, date_start, ...wish }: MovePupilsForm,
) => {
  const [target, day] = [find(schoolclass_id), date_start ?? TODAY]
  if (!target) return json(404, { message: '' })
  const names = PUPILS.filter(({ id }) => ids.includes(id)).map(({ lastname }) => `Ida ${lastname}`)
  if (target.schoolgrade.grade !== 2 && !wish.changes_grade && wish.schoolgrade_id === undefined)
    return refuseField('changes_grade', SCHOOLCLASS_TEXTS.otherGrade(names.join(', ')))
  const origin = all().find(({ pupils }) => pupils.some(({ id }) => ids.includes(id)))
  const from = { from_schoolclass_id: origin?.id ?? null, from_schoolgrade_id: origin?.schoolgrade.id ?? null }
  if (day > TODAY) announce(ids, target, day)
  else move(ids, target)
  const who = ids.length === 1 ? '1 Kind ist' : `${ids.length} Kinder sind`
  const since = day > TODAY ? `ab ${formatDate(day)}` : 'ab heute'
  return {
    message: `${who} ${since} in der Klasse ${target.classgradePlain}.`,
    moved: ids.map((pupil_id) => ({ pupil_id, ...from })),
    stayed: [],
    is_overfull: false,
  }
}

/** The father is to be called first and has no number; the mother's work number is her second one. */
const contactOf = (pupil_id: number): ClassContact => {
  const guardian = { has_custody: true, is_informed: true, may_pickup: true, mail: null }
  return {
    pupil_id,
    own_mail: null,
    // The family of the second child did not agree.
    shares_phone: pupil_id !== 2,
    others: [
      {
        ...{ name: 'Olga Ahrens', relationship: 'Tante', may_pickup: false },
        ...{ emergency_priority: null, phones: ['+493315559'] },
      },
      {
        ...{ name: 'Hanna Ahrens', relationship: 'Großmutter', may_pickup: true },
        ...{ emergency_priority: 3, phones: ['+493315558'] },
      },
      {
        ...{ name: 'Nora Wald', relationship: 'Nachbarin', may_pickup: true },
        ...{ emergency_priority: null, phones: ['+493315560'] },
      },
    ],
    guardians: [
      {
        ...guardian,
        has_custody: false,
        name: 'Paul Ahrens',
        relationship: 'father',
        emergency_priority: 1,
        phones: [],
      },
      {
        ...guardian,
        name: 'Anna Ahrens',
        relationship: 'mother',
        emergency_priority: 2,
        phones: [`+49152288173${80 + pupil_id}`, '+493315551234'],
      },
    ],
  }
}

/** The server of a school with these classes. */
export const classServer = (classes: readonly SchoolclassDetails[] = CLASSES) => {
  const state = classStore(classes)
  const { all, find, store } = state
  /** Bodies of the moves that were asked for, in order. */
  const moves: MovePupilsForm[] = []
  /** Classes whose contacts were asked for. */
  const askedContacts: number[] = []
  const answers = [
    answer(schoolclassEndpoints.list, (): Schoolclass[] => all()),
    answer(schoolclassEndpoints.formOptions, () => ({
      schoolyears: [YEAR, NEXT_YEAR],
      schoolgrades: GRADES,
      employees: [ZIEGLER],
    })),
    answer(schoolclassEndpoints.get, ({ params }) => find(params.id) ?? json(404, { message: '' })),
    answer(schoolclassEndpoints.contacts, ({ params }) => {
      askedContacts.push(Number(params.id))
      return (find(params.id)?.pupils ?? []).map(({ id }) => contactOf(id))
    }),
    answer(schoolclassEndpoints.add, ({ body }) => {
      const name = `${body.schoolgrade_id}${body.description.toLowerCase()}`
      if (all().some(({ classgradePlain }) => classgradePlain === name))
        return refuseField('description', SCHOOLCLASS_TEXTS.taken)
      const leaders = body.responsible_teachers.map(() => ZIEGLER)
      state.add({ ...classOf(99, body.schoolgrade_id, body.description), responsible_teachers: leaders })
      return { message: 'Angelegt.', id: 99 }
    }),
    answer(schoolclassEndpoints.change, ({ params, body: { version, room } }) => {
      if (version !== find(params.id)?.version) return refuseStale()
      store(Number(params.id), { room: room ?? null })
      return { message: 'Gespeichert.' }
    }),
    answer(schoolclassEndpoints.remove, ({ params }) => {
      state.remove(params.id)
      return { message: 'Gelöscht.' }
    }),
    answer(schoolclassEndpoints.movePupils, ({ body }) => {
      moves.push(body)
      return movePupils(state, body)
    }),
  ]
  return {
    answers,
    moves,
    askedContacts,
    store,
    find,
    membersOf: (id: number) => find(id)?.pupils.map(({ lastname }) => lastname),
  }
}
