import { normaliseGivenName, normaliseName } from '#contract/duplicates.ts'
import { phoneDigits, phoneE164 } from '#contract/phone.ts'
import { findGuardian, guardiansOf, newOf, type RowGuardian } from './compare-row.ts'
import type { GuardianFill, NewGuardian, NewPivot, ShelvedGuardian } from './import-write.queries.ts'
import type { JudgedRow } from './judge-row.ts'

const isMobile = (phone: string) => /^\+491[567]/.test(phoneE164(phone) ?? '')

/** Where a number of unknown kind belongs. */
const phoneFields = (phone: string | null) => ({
  phone_home: phone !== null && !isMobile(phone) ? phone : null,
  phone_mobile: phone !== null && isMobile(phone) ? phone : null,
})

interface Person {
  firstname: string
  lastname: string
  mail: string | null
}

const nameKey = ({ firstname, lastname }: Person) => `${normaliseName(lastname)} ${normaliseGivenName(firstname)}`

/** Siblings share a guardian of the same name and mail; within a file the same number is enough (domain §3.3). */
const shareKey = (person: Person & { phone: string | null }) => {
  const mark = person.mail?.toLowerCase() ?? (person.phone === null ? undefined : phoneDigits(person.phone))
  return mark === undefined ? undefined : `${nameKey(person)} ${mark}`
}

/** Guardians to whom further children may come: by name and mail those on record, and those this import made. */
export const shelfOf = (known: readonly (Person & ShelvedGuardian)[]) =>
  new Map(known.map(({ id, contact, ...person }) => [shareKey({ ...person, phone: null }) ?? '', { id, contact }]))
export type GuardianShelf = ReturnType<typeof shelfOf>

/** Whose child the pupil of a line is: of somebody on the shelf, or of one that is about to be made. */
interface PlannedPivot extends Omit<NewPivot, 'guardian_id' | 'pupil_id'> {
  line: number
  shelved: ShelvedGuardian | undefined
  made: number | undefined
}

export interface GuardianPlan {
  made: NewGuardian[]
  /** Of which row each is. */
  madeLines: number[]
  /** Keys under which those that are made are found by rows to come. */
  keys: (string | undefined)[]
  pivots: PlannedPivot[]
  fills: Map<number, GuardianFill & { line: number }>
}

const EMPTY_FILL = { phone_home: null, phone_mobile: null, phone_work: null, mail: null }

interface Planning {
  row: JudgedRow
  shelf: GuardianShelf
}

function planNew(plan: GuardianPlan, person: RowGuardian, { row, shelf }: Planning) {
  const key = shareKey(person)
  const shelved = key === undefined ? undefined : shelf.get(key)
  const pending = key === undefined ? -1 : plan.keys.indexOf(key)
  const { firstname, lastname, mail, phone } = person
  const known = row.target?.guardians ?? []
  const position = known.length === 0 ? person.place : Math.max(...known.map((one) => one.position)) + person.place
  const pivot = {
    line: row.line,
    position,
    emergency_priority: position,
    receives_sicknote_mail: mail !== null,
  }
  if (shelved || pending >= 0) {
    plan.pivots.push({ ...pivot, shelved, made: shelved ? undefined : pending })
    return
  }
  plan.made.push({ firstname, lastname, mail, ...phoneFields(phone) })
  plan.madeLines.push(row.line)
  plan.keys.push(key)
  plan.pivots.push({ ...pivot, shelved: undefined, made: plan.made.length - 1 })
}

/** What the rows say of guardians: new people, new children of known ones, new numbers and addresses. */
export function planGuardians(rows: readonly JudgedRow[], shelf: GuardianShelf): GuardianPlan {
  const plan: GuardianPlan = { made: [], madeLines: [], keys: [], pivots: [], fills: new Map() }
  for (const row of rows) {
    for (const person of guardiansOf(row.values)) {
      const found = findGuardian(row.target?.guardians ?? [], person)
      if (!found) {
        planNew(plan, person, { row, shelf })
        continue
      }
      const { phone, mail } = newOf(found, person)
      if (phone === null && mail === null) continue
      plan.fills.set(found.guardian_id, {
        ...EMPTY_FILL,
        ...phoneFields(phone),
        id: found.guardian_id,
        mail,
        line: row.line,
      })
    }
  }
  return plan
}
