import { type CallOrder, callOrderOf, phonesOf } from '#contract/families/families.ts'
import { RELATIONSHIP_LABELS } from '#contract/families/relationships.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import type { FamilyPupil } from './family-queries.ts'

export type Called = CallOrder[number]
export interface Callee extends Called {
  key: string
  name: string
  role: string
  phone: string | undefined
}

export const keyOf = ({ kind, id }: Called) => `${kind} ${id}`

/** Everybody who can be called for a child, guardians first. */
export const calleesOf = ({ guardians = [], contact_persons = [] }: FamilyPupil): Callee[] => [
  ...guardians.map((one) => ({
    kind: 'guardian' as const,
    id: one.guardian_id,
    key: `guardian ${one.guardian_id}`,
    name: titledName(one),
    role: RELATIONSHIP_LABELS[one.relationship],
    phone: phonesOf(one)[0]?.number,
  })),
  ...contact_persons.map((one) => ({
    kind: 'contact_person' as const,
    id: one.id,
    key: `contact_person ${one.id}`,
    name: fullName(one),
    role: one.relation ?? 'Kontaktperson',
    phone: one.phone,
  })),
]

/** The order as keys, as the dialog moves them. */
export const calledKeys = (pupil: FamilyPupil) => callOrderOf(pupil).map(keyOf)

/** One of them at another place, counted from 0; beyond the ends nothing moves. */
export const movedTo = (keys: readonly string[], key: string, place: number) => {
  const others = keys.filter((one) => one !== key)
  if (!keys.includes(key) || place < 0 || place > others.length) return [...keys]
  return others.toSpliced(place, 0, key)
}

/** Own order over what is stored by now: who is gone is left out, who came is last. */
export const rebasedOrder = (mine: readonly string[], stored: FamilyPupil, before: readonly string[]) => {
  const known = new Set(calleesOf(stored).map(({ key }) => key))
  const came = calledKeys(stored).filter((key) => !before.includes(key) && !mine.includes(key))
  return [...mine.filter((key) => known.has(key)), ...came]
}
