import { phoneDigits, phoneE164 } from '#contract/phone.ts'
import { normaliseGivenName, normaliseName } from '#contract/registrations/duplicates.ts'
import { findGuardian, GUARDIAN_PHONES, guardiansOf, newOf, type RowGuardian } from './compare-row.ts'
import type { GuardianFill, KnownGuardian, NewGuardian, NewRelation } from './import-write.queries.ts'
import type { ValidatedRow } from './validate-row.ts'

const isMobile = (phone: string) => /^\+491[567]/.test(phoneE164(phone) ?? '')

type Phones = Pick<RowGuardian, (typeof GUARDIAN_PHONES)[number]>

/** A number of unknown kind goes where it belongs by its format, unless the row has another number for that place. */
const phoneFields = ({ phone, mobile, work_phone }: Phones) => {
  const isMobilePhone = phone !== null && isMobile(phone)
  return {
    phone_home: isMobilePhone && mobile === null ? null : phone,
    phone_mobile: mobile ?? (isMobilePhone ? phone : null),
    phone_work: work_phone,
  }
}

interface Person {
  firstname: string
  lastname: string
  mail: string | null
}

const nameKey = ({ firstname, lastname }: Person) => `${normaliseName(lastname)} ${normaliseGivenName(firstname)}`

/** Siblings share a guardian of the same name and mail; within a file the same number is enough (domain §3.3). */
const shareKey = (person: Person & Partial<Phones>) => {
  const phone = GUARDIAN_PHONES.map((kind) => person[kind]).find((number) => number)
  const mark = person.mail?.toLowerCase() ?? (phone ? phoneDigits(phone) : undefined)
  return mark === undefined ? undefined : `${nameKey(person)} ${mark}`
}

/** Guardians who may get further children, by name and mail: those on record and those this import created. */
export const knownGuardiansOf = (known: readonly (Person & KnownGuardian)[]) =>
  new Map(known.map(({ id, contact, ...person }) => [shareKey(person) ?? '', { id, contact }]))
export type KnownGuardians = ReturnType<typeof knownGuardiansOf>

/** A link from the pupil of a line to a guardian on record or to one who is about to be created. */
interface PlannedRelation extends Omit<NewRelation, 'guardian_id' | 'pupil_id'> {
  line: number
  existing: KnownGuardian | undefined
  made: number | undefined
}

export interface GuardianPlan {
  made: NewGuardian[]
  /** The line from which each new guardian comes. */
  madeLines: number[]
  /** Keys by which later rows find the new guardians. */
  keys: (string | undefined)[]
  relations: PlannedRelation[]
  fills: Map<number, GuardianFill & { line: number }>
}

const NO_HOME = { street: null, house_number: null, zip: null, city: null }

interface Planning {
  row: ValidatedRow
  knownGuardians: KnownGuardians
}

function planNew(plan: GuardianPlan, person: RowGuardian, { row, knownGuardians }: Planning) {
  const key = shareKey(person)
  const existing = key === undefined ? undefined : knownGuardians.get(key)
  const pending = key === undefined ? -1 : plan.keys.indexOf(key)
  const { firstname, lastname, mail, salutation, title, relationship, home, lives_with_pupil } = person
  const known = row.target?.guardians ?? []
  const position = known.length === 0 ? person.place : Math.max(...known.map((one) => one.position)) + person.place
  const relation = {
    line: row.line,
    position,
    emergency_priority: position,
    receives_sicknote_mail: mail !== null,
    relationship: relationship ?? 'other',
    lives_with_pupil,
  }
  if (existing || pending >= 0) {
    plan.relations.push({ ...relation, existing, made: existing ? undefined : pending })
    return
  }
  plan.made.push({
    firstname,
    lastname,
    mail,
    salutation: salutation ?? 'none',
    title,
    ...NO_HOME,
    ...home,
    ...phoneFields(person),
  })
  plan.madeLines.push(row.line)
  plan.keys.push(key)
  plan.relations.push({ ...relation, existing: undefined, made: plan.made.length - 1 })
}

/** The guardians' data in the rows: new people, further children of known ones, new numbers and addresses. */
export function planGuardians(rows: readonly ValidatedRow[], knownGuardians: KnownGuardians): GuardianPlan {
  const plan: GuardianPlan = { made: [], madeLines: [], keys: [], relations: [], fills: new Map() }
  for (const row of rows) {
    for (const person of guardiansOf(row.values, row.target)) {
      const found = findGuardian(row.target?.guardians ?? [], person)
      if (!found) {
        planNew(plan, person, { row, knownGuardians })
        continue
      }
      const { mail, ...phones } = newOf(found, person)
      if (mail === null && Object.values(phones).every((number) => number === null)) continue
      const id = found.guardian_id
      plan.fills.set(id, { ...phoneFields(phones), id, mail, line: row.line })
    }
  }
  return plan
}
