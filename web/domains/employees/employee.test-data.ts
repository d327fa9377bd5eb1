import { EMPLOYEE } from '#contract/employees/employees.test-data.ts'
import {
  type ClassFunction,
  EMPLOYEE_TEXTS,
  type EmployeeDetails,
  employeeEndpoints,
} from '#contract/employees/employees.ts'
import { employeePaperEndpoints } from '#contract/papers/papers.ts'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { answer, refuseField, refuseStale } from '#web/fake-server.test-data.ts'
import { json, TODAY } from '#web/page.test-data.ts'

/** A class that nobody leads yet. */
export const CLASS_2A: Schoolclass = {
  id: 21,
  description: 'a',
  classgradePlain: '2a',
  schoolgrade: { id: 2, grade: 2 },
  schoolgrade_to: null,
  school_year: { id: 1, name: '2026/2027', state: 'active' },
  room: null,
  capacity: 24,
  pupil_count: 0,
  responsible_teachers: [],
  assigned_employees: [],
  version: 1,
}

/** Leads 4a since the summer. */
export const LEADS_4A: ClassFunction = {
  schoolclass: { id: 41, description: 'a', classgradePlain: '4a', schoolgrade: { grade: 4 } },
  school_year: { id: 1, name: '2026/2027', state: 'active' },
  function: 'responsible',
  date_start: '2026-08-01',
  date_end: null,
}

export const VERA: EmployeeDetails = {
  ...EMPLOYEE,
  measles_proof_seen_at: null,
  extended_certificate_seen_at: null,
  closes_account: false,
  note: null,
  functions: [],
  also_at: [],
  version: 1,
}

/** With 4a, in the list and on the page. */
export const LEADER: EmployeeDetails = {
  ...VERA,
  id: 8,
  firstname: 'Lena',
  lastname: 'Lehmann',
  short_name: 'Le',
  mail: null,
  classes: [{ ...LEADS_4A.schoolclass, function: 'responsible' }],
  functions: [LEADS_4A],
}

const ACCOUNT = { id: 70, name: 'Konto Voigt', email: 'konto@example.org' }
const LINKED = {
  state: 'ready',
  user_id: 70,
  email: ACCOUNT.email,
  role: 'viewer',
  invitation: null,
  unreachable: null,
} as const

/** The people of a school; changed, deleted and brought back as the server does it. */
export const employeeServer = (...people: readonly EmployeeDetails[]) => {
  let stored = [...people]
  let bin: EmployeeDetails[] = []
  const done = { message: 'Gespeichert.' }
  const find = (id: unknown) => stored.find((one) => one.id === Number(id))
  const store = (id: unknown, change: Partial<EmployeeDetails>) => {
    stored = stored.map((one) => (one.id === Number(id) ? { ...one, ...change, version: one.version + 1 } : one))
  }
  const isTaken = (short?: string) => stored.some(({ short_name }) => short_name === short)
  const named = ({ firstname, lastname }: EmployeeDetails) => `${firstname} ${lastname}`

  const answers = [
    answer(employeeEndpoints.list, () => stored),
    answer(employeePaperEndpoints.list, () => []),
    answer(employeeEndpoints.formOptions, () => ({ users: [ACCOUNT] })),
    answer(employeeEndpoints.get, ({ params }) => find(params.id) ?? json(404, { message: '' })),
    answer(employeeEndpoints.add, ({ body: { short_name, measles_proof_seen_at } }) => {
      if ((measles_proof_seen_at ?? '') > TODAY) return refuseField('measles_proof_seen_at', EMPLOYEE_TEXTS.seenLater)
      return isTaken(short_name) ? refuseField('short_name', EMPLOYEE_TEXTS.shortTaken) : { ...done, id: 99 }
    }),
    answer(employeeEndpoints.change, ({ params, body: { version, ...change } }) => {
      if (version !== find(params.id)?.version) return refuseStale()
      store(params.id, change)
      return done
    }),
    answer(employeeEndpoints.remove, ({ params }) => {
      const person = find(params.id) ?? VERA
      const classes = person.classes.map(({ classgradePlain }) => classgradePlain).join(', ')
      if (classes) return json(422, { message: EMPLOYEE_TEXTS.hasClasses(classes), errors: {} })
      stored = stored.filter((one) => one !== person)
      bin = [person]
      return { message: `${named(person)} ist gelöscht.` }
    }),
    answer(employeeEndpoints.restore, () => {
      if (isTaken(bin[0]?.short_name)) return refuseField('short_name', EMPLOYEE_TEXTS.shortTaken)
      stored = [...stored, ...bin]
      return done
    }),
    answer(employeeEndpoints.leave, ({ params, body: { date_exit } }) => {
      store(params.id, { date_exit })
      const person = find(params.id) ?? VERA
      return { message: `Der Abgang von ${named(person)} ist ${date_exit ? 'eingetragen' : 'zurückgenommen'}.` }
    }),
    answer(employeeEndpoints.link, ({ params, body: { user_id } }) => {
      store(params.id, { account: user_id === null ? VERA.account : LINKED })
      return { message: user_id === null ? 'Vera Voigt ist mit keinem Konto mehr verknüpft.' : 'Verknüpft.' }
    }),
  ]
  const add = (person: EmployeeDetails) => {
    stored = [...stored, person]
  }
  return { answers, store, find, add }
}
