import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { isInYear, yearProblems, yearRemovalRefusal } from '#contract/schoolyears/schoolyears.rules.ts'
import {
  type NewSchoolyearForm,
  SCHOOLYEAR_TEXTS,
  type SchoolyearChange,
  type SchoolyearFields,
} from '#contract/schoolyears/schoolyears.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { findFreeDaysPreset } from './preset-free-days.ts'
import { copyCapacities, deleteSchoolyear, findOutside, findRivals } from './schoolyears.changes.queries.ts'
import { listYearDetails } from './schoolyears.details.queries.ts'
import {
  findActiveSchoolyear,
  findSchoolyear,
  insertFreeDays,
  insertSchoolyear,
  lockSchoolyear,
  lockSchoolyears,
  updateSchoolyear,
} from './schoolyears.shared.queries.ts'

type Problems = Record<string, string[]>

const refuse = (problems: Problems) => {
  if (Object.keys(problems).length > 0) throw invalid(problems)
}

/** All years are locked before this check, so the database constraints never have to refuse. */
async function refuseRivals(tx: SchoolTransaction, year: SchoolyearFields & { id?: number }) {
  const { isNameTaken, overlapping } = await findRivals(tx, year)
  refuse({
    ...(isNameTaken ? { name: [SCHOOLYEAR_TEXTS.nameTaken] } : {}),
    ...(overlapping ? { date_start: [SCHOOLYEAR_TEXTS.overlap(overlapping)] } : {}),
  })
}

/**
 * A year that is over is closed, the current one becomes active when there is none (domain §9c), and later ones wait
 * for their first day.
 */
const firstState = async (tx: SchoolTransaction, year: SchoolyearFields, today: string) => {
  if (year.date_end < today) return 'closed'
  return isInYear(today, year) && !(await findActiveSchoolyear(tx)) ? 'active' : 'planned'
}

interface Addition {
  form: NewSchoolyearForm
  today: string
}

/** Adds a school year, if wanted with the free days known for the state and the seats of another year. */
export async function addSchoolyear(tx: SchoolTransaction, { form, today }: Addition) {
  const { takes_preset, places_from, ...year } = form
  refuse(yearProblems(year))
  await lockSchoolyears(tx)
  await refuseRivals(tx, year)
  if (places_from !== null && !(await findSchoolyear(tx, places_from)))
    throw invalid({ places_from: [SCHOOLYEAR_TEXTS.placesFrom] })
  const state = await firstState(tx, year, today)
  const id = await insertSchoolyear(tx, { ...year, state })
  const preset = takes_preset ? await findFreeDaysPreset(tx, year) : undefined
  if (preset) await insertFreeDays(tx, { yearId: id, freeDays: preset.free_days })
  if (places_from !== null) await copyCapacities(tx, { fromId: places_from, toId: id })
  const added = SCHOOLYEAR_TEXTS.added(year.name)
  return { id, message: preset && !preset.has_holidays ? `${added} ${SCHOOLYEAR_TEXTS.holidaysMissing}` : added }
}

/** Two times are equal whatever their number of decimals. */
const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'string' && typeof b === 'string' && a.length > 10 && Date.parse(a) === Date.parse(b))

async function refuseOutside(tx: SchoolTransaction, id: number, year: SchoolyearFields) {
  const { members, freeDays } = await findOutside(tx, id, year)
  const told = (side: 'before' | 'after') => [
    ...(members[side] ? [SCHOOLYEAR_TEXTS.membersOutside] : []),
    ...(freeDays[side] ? [SCHOOLYEAR_TEXTS.freeDaysOutside] : []),
  ]
  const problems = { date_start: told('before'), date_end: told('after') }
  refuse(Object.fromEntries(Object.entries(problems).filter(([, texts]) => texts.length > 0)))
}

/** Changes the sent fields of a school year that differ from what is stored (domain §9a). */
export async function changeSchoolyear(
  tx: SchoolTransaction,
  { id, form: { version, ...form } }: { id: number; form: SchoolyearChange },
) {
  await lockSchoolyears(tx)
  const stored = await lockSchoolyear(tx, id)
  if (!stored) throw notFound()
  const { name, date_start, date_end, first_school_day, last_school_day, half_year_end, ...rest } = stored
  const { registration_from, registration_until } = rest
  const current: SchoolyearFields = {
    ...{ name, date_start, date_end, first_school_day, last_school_day, half_year_end },
    ...{ registration_from, registration_until },
  }
  const change = changedFields(current, form, isSame)
  if (Object.keys(change).length === 0) return { message: REPLY_TEXTS.nothingToChange }
  await refuseStale(tx, { stored, fields: Object.keys(change), version, current })
  const year: SchoolyearFields = { ...current, ...change }
  refuse(yearProblems(year))
  await refuseRivals(tx, { ...year, id })
  await refuseOutside(tx, id, year)
  await updateSchoolyear(tx, id, change)
  return { message: REPLY_TEXTS.saved }
}

/** Deletes a year to which nothing refers, with its free days and seats (domain §1.2). */
export async function removeSchoolyear(tx: SchoolTransaction, { id, now }: { id: number; now: Date }) {
  // The year is locked first: rows that are added to it right now are then either visible or refused.
  if (!(await lockSchoolyear(tx, id))) throw notFound()
  const [year] = await listYearDetails(tx, { now, id })
  if (!year) throw notFound()
  const refusal = yearRemovalRefusal(year)
  if (refusal) throw invalid({}, refusal)
  await deleteSchoolyear(tx, id)
  return { message: `Das Schuljahr ${year.name} ist gelöscht.` }
}
