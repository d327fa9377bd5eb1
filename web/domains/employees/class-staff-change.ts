import type { ClassFunction } from '#contract/employees/employees.ts'
import type { SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'

type Key = ClassFunction['function']
type Staffed = Pick<SchoolclassDetails, 'functions' | 'responsible_teachers'>

/** How the class's PUT calls who has a function. */
export const STAFF_FIELDS = { responsible: 'responsible_teachers', assigned: 'assigned_employees' } as const

interface FunctionChange {
  employeeId: number
  function: Key
  /** From this day on, YYYY-MM-DD. */
  from: string
}

/** Ids of the employees with the function on the day; class teachers in their order. */
const idsOn = ({ functions, responsible_teachers }: Staffed, wanted: Key, day: string) => {
  const held = functions.filter(
    (one) => one.function === wanted && one.date_start <= day && (one.date_end === null || one.date_end >= day),
  )
  const place = (id: number) => responsible_teachers.findIndex((one) => one.id === id) + 1 || Number.MAX_SAFE_INTEGER
  return held.map(({ id }) => id).sort((a, b) => place(a) - place(b))
}

/** The PUT says who has a function from a day on: what others begin or end later would be lost with it. */
const isPlannedAnew = ({ functions }: Staffed, wanted: Key, { from, employeeId }: FunctionChange) =>
  functions.some(
    (one) =>
      one.id !== employeeId &&
      one.function === wanted &&
      (one.date_start > from || (one.date_end !== null && one.date_end >= from)),
  )

type StaffChange = Partial<Record<(typeof STAFF_FIELDS)[Key], number[]>> & { functions_from: string }

/**
 * What the class's PUT takes so that from the day on the person has the function, and not the other one of this class;
 * undefined when something is planned there for later.
 */
export const givingChange = (schoolclass: Staffed, asked: FunctionChange): StaffChange | undefined => {
  const other = asked.function === 'responsible' ? 'assigned' : 'responsible'
  const hasOther = schoolclass.functions.some(
    (one) =>
      one.id === asked.employeeId && one.function === other && (one.date_end === null || one.date_end >= asked.from),
  )
  const touched: Key[] = hasOther ? [asked.function, other] : [asked.function]
  if (touched.some((one) => isPlannedAnew(schoolclass, one, asked))) return undefined
  const held = idsOn(schoolclass, asked.function, asked.from)
  return {
    [STAFF_FIELDS[asked.function]]: held.includes(asked.employeeId) ? held : [...held, asked.employeeId],
    ...(hasOther
      ? { [STAFF_FIELDS[other]]: idsOn(schoolclass, other, asked.from).filter((id) => id !== asked.employeeId) }
      : {}),
    functions_from: asked.from,
  }
}

/** The same for taking it away, with the way back; undefined when something is planned there for later. */
export const takingChange = (
  schoolclass: Staffed,
  asked: FunctionChange,
): { change: StaffChange; undo: StaffChange } | undefined => {
  if (isPlannedAnew(schoolclass, asked.function, asked)) return undefined
  const held = idsOn(schoolclass, asked.function, asked.from)
  const field = STAFF_FIELDS[asked.function]
  return {
    change: { [field]: held.filter((id) => id !== asked.employeeId), functions_from: asked.from },
    undo: { [field]: held, functions_from: asked.from },
  }
}
