import { addDays, formatDate } from '#contract/dates.ts'
import { CLASS_FUNCTIONS, type ClassFunctionKey, SCHOOLCLASS_TEXTS } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid } from '#server/http/api-error.ts'
import {
  deleteFunctions,
  type FunctionRow,
  insertFunctions,
  listFunctionsFrom,
  lockWorking,
  updateFunction,
} from './class-functions.changes.queries.ts'

/** The contract's field for each function. */
export const STAFF_FIELDS = { responsible: 'responsible_teachers', assigned: 'assigned_employees' } as const
type StaffField = (typeof STAFF_FIELDS)[ClassFunctionKey]

/** Ids of employees by field; a field that is missing stays as it is. */
export type StaffWish = Partial<Record<StaffField, readonly number[]>>

interface Wanted {
  employee_id: number
  function: ClassFunctionKey
  position: number
}

/** The order of leaders matters; assigned people are sorted by name. */
const wantedOf = (wish: StaffWish): Wanted[] =>
  CLASS_FUNCTIONS.flatMap((one) =>
    [...new Set(wish[STAFF_FIELDS[one]])].map((employee_id, index) => ({
      employee_id,
      function: one,
      position: one === 'responsible' ? index + 1 : 1,
    })),
  )

const isSame = (row: FunctionRow, one: Wanted) => row.employee_id === one.employee_id && row.function === one.function

/** The changes after which exactly these people have the functions from the day on. */
function planStaff(rows: readonly FunctionRow[], wanted: readonly Wanted[], from: string) {
  const dayBefore = addDays(from, -1)
  // A function that ended the day before continues as if it had not ended, so that an undo leaves no trace.
  const unchanged = wanted.flatMap((one) => {
    const row = rows.find((stored) => isSame(stored, one) && stored.date_start <= from)
    return row ? [{ row, position: one.position }] : []
  })
  const gone = rows.filter((row) => row.date_end !== dayBefore && !unchanged.some((one) => one.row.id === row.id))
  return {
    continued: unchanged.filter(({ row, position }) => row.date_end !== null || row.position !== position),
    ended: gone.filter((row) => row.date_start < from),
    removed: gone.filter((row) => row.date_start >= from),
    opened: wanted.filter((one) => !unchanged.some(({ row }) => isSame(row, one))),
  }
}
type StaffPlan = ReturnType<typeof planStaff>

const fieldsOf = ({ continued, ended, removed, opened }: StaffPlan): StaffField[] => {
  const touched = [...continued.map(({ row }) => row), ...ended, ...removed, ...opened]
  return CLASS_FUNCTIONS.filter((one) => touched.some((row) => row.function === one)).map((one) => STAFF_FIELDS[one])
}

interface StaffOfClass {
  classId: number
  /** First day, YYYY-MM-DD. */
  from: string
  today: string
  wish: StaffWish
}

/** A function that began before today is history: it can end, but not be deleted. */
function refuseHistory({ removed }: StaffPlan, today: string) {
  const since = removed
    .map(({ date_start }) => date_start)
    .filter((day) => day < today)
    .sort()
    .at(-1)
  if (since === undefined) return
  const text = SCHOOLCLASS_TEXTS.functionBegan(formatDate(since), formatDate(addDays(since, 1)))
  throw invalid({ functions_from: [text] })
}

/** Nobody has both functions in a class, whichever of them is sent. */
function refuseBoth(rows: readonly FunctionRow[], { wish, from }: StaffOfClass) {
  const idsOf = (one: ClassFunctionKey) =>
    wish[STAFF_FIELDS[one]] ??
    rows
      .filter((row) => row.function === one && (row.date_end === null || row.date_end >= from))
      .map(({ employee_id }) => employee_id)
  if (!idsOf('assigned').some((id) => idsOf('responsible').includes(id))) return
  const field = wish.assigned_employees ? STAFF_FIELDS.assigned : STAFF_FIELDS.responsible
  throw invalid({ [field]: [SCHOOLCLASS_TEXTS.bothFunctions] })
}

async function refuseUnknown(tx: SchoolTransaction, { wish, from }: StaffOfClass) {
  const requested = CLASS_FUNCTIONS.flatMap((one) => [...(wish[STAFF_FIELDS[one]] ?? [])])
  if (requested.length === 0) return
  const working = await lockWorking(tx, requested, from)
  const field = CLASS_FUNCTIONS.map((one) => STAFF_FIELDS[one]).find((one) =>
    wish[one]?.some((id) => !working.includes(id)),
  )
  if (field) throw invalid({ [field]: [SCHOOLCLASS_TEXTS.unknownEmployee] })
}

/**
 * Computes what new leaders and assigned people of a class change from the day on: the fields, and the present ids.
 * Functions have dates, so former ones stay (domain §1.4).
 */
export async function prepareStaff(tx: SchoolTransaction, asked: StaffOfClass) {
  const rows = await listFunctionsFrom(tx, asked.classId, addDays(asked.from, -1))
  const ofWish = rows.filter((row) => asked.wish[STAFF_FIELDS[row.function]] !== undefined)
  const plan = planStaff(ofWish, wantedOf(asked.wish), asked.from)
  refuseHistory(plan, asked.today)
  refuseBoth(rows, asked)
  await refuseUnknown(tx, asked)
  const isNow = (row: FunctionRow) =>
    row.date_start <= asked.from && (row.date_end === null || row.date_end >= asked.from)
  const idsNow = (one: ClassFunctionKey) =>
    rows.filter((row) => row.function === one && isNow(row)).map(({ employee_id }) => employee_id)
  return {
    plan,
    fields: fieldsOf(plan),
    current: { responsible_teachers: idsNow('responsible'), assigned_employees: idsNow('assigned') },
  }
}

interface StaffChange {
  classId: number
  from: string
  userId: number
}

/** Writes the plan: first functions that end, because nobody has two functions in a class at the same time. */
export async function applyStaff(tx: SchoolTransaction, plan: StaffPlan, { from, ...change }: StaffChange) {
  const dayBefore = addDays(from, -1)
  if (plan.removed.length > 0)
    await deleteFunctions(
      tx,
      plan.removed.map(({ id }) => id),
    )
  for (const { id, position } of plan.ended) await updateFunction(tx, { id, position, date_end: dayBefore })
  for (const { row, position } of plan.continued) await updateFunction(tx, { id: row.id, position, date_end: null })
  if (plan.opened.length === 0) return
  await insertFunctions(
    tx,
    plan.opened.map((one) => ({
      ...one,
      schoolclass_id: change.classId,
      date_start: from,
      created_by: change.userId,
    })),
  )
}
