import { envelopeLines, homeOf, isDeliverable, type PostalAddress } from '#contract/addresses.ts'
import { joinedWords } from '#contract/joined-words.ts'
import { fullName } from '#contract/person-names.ts'
import type { LeftOut, LetterRecipient } from '#contract/pupildocuments/pupildocuments.ts'
import type { LetterGuardian, SheetPupil } from './pupil-sheets.queries.ts'

/** The people who share one letter: guardians at one address, with those of the chosen children who live there. */
export interface Household {
  guardians: Pick<
    LetterGuardian,
    'id' | 'salutation' | 'title' | 'firstname' | 'lastname' | 'mail' | 'has_custody' | 'is_pupil'
  >[]
  pupils: SheetPupil[]
  address: PostalAddress
}

const keyOf = ({ street, house_number, address_extra, zip, city, country }: PostalAddress) =>
  JSON.stringify([street, house_number, address_extra, zip, city, country].map((part) => part?.toLowerCase() ?? ''))

export const leftOut = (pupil: SheetPupil, reason: LeftOut['reason'], recipient: string | null = null): LeftOut => ({
  pupil_id: pupil.id,
  name: fullName(pupil),
  classgradePlain: pupil.classgradePlain,
  reason,
  recipient,
})

/** Merges households at one address that share a child or a guardian; neighbours in one building stay separate. */
class Households {
  readonly #byMember = new Map<string, Household>()
  readonly #all = new Set<Household>()

  add(guardian: LetterGuardian, pupil: SheetPupil, address: PostalAddress) {
    const key = keyOf(address)
    // Somebody of age is the only recipient of their letter, so brothers and sisters have their own.
    const members = [`${key} ${guardian.is_pupil ? 'own' : 'g'}${guardian.id}`, `${key} p${pupil.id}`]
    const found = new Set(members.flatMap((member) => this.#byMember.get(member) ?? []))
    // The first household absorbs the others, so that the order of the chosen children stays.
    const known = found.size > 1 ? [...this.#all].filter((one) => found.has(one)) : [...found]
    const household = known[0] ?? { guardians: [], pupils: [], address }
    this.#all.add(household)
    for (const other of known.slice(1)) this.#merge(household, other)
    const present = household.guardians.find(({ id }) => id === guardian.id)
    if (present) present.has_custody &&= guardian.has_custody
    else household.guardians.push({ ...guardian })
    if (!household.pupils.includes(pupil)) household.pupils.push(pupil)
    for (const member of members) this.#byMember.set(member, household)
  }

  #merge(into: Household, from: Household) {
    into.guardians.push(...from.guardians)
    into.pupils.push(...from.pupils)
    this.#all.delete(from)
    for (const [member, household] of this.#byMember) if (household === from) this.#byMember.set(member, into)
  }

  /** Children in the order in which they were chosen. */
  list(chosen: readonly SheetPupil[]) {
    const order = new Map(chosen.map(({ id }, index) => [id, index]))
    for (const { pupils } of this.#all) pupils.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    return [...this.#all]
  }
}

/**
 * One household for each letter, and the pupils without a letter with the reason: there is no empty letter, and nobody
 * is silently left out.
 */
export function householdsOf(pupils: readonly SheetPupil[], guardians: readonly LetterGuardian[]) {
  const households = new Households()
  const missing: LeftOut[] = []
  const ofPupil = Map.groupBy(guardians, ({ pupil_id }) => pupil_id)
  for (const pupil of pupils) {
    const recipients = ofPupil.get(pupil.id) ?? []
    if (recipients.length === 0) missing.push(leftOut(pupil, 'no_recipient'))
    for (const guardian of recipients) {
      const address = homeOf(guardian, pupil)
      if (address && isDeliverable(address)) households.add(guardian, pupil, address)
      else missing.push(leftOut(pupil, 'no_address', fullName(guardian)))
    }
  }
  return { households: households.list(pupils), missing }
}

const inAddress = { ms: 'Frau', mr: 'Herrn', none: '' } as const
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')

/** The people that a letter names; each has custody of all its children. */
export const recipientsOf = ({ guardians }: Household): LetterRecipient[] =>
  guardians.map(({ title, firstname, lastname, has_custody }) => ({
    name: joined(title, firstname, lastname),
    has_custody,
  }))

/** The lines in the window of the envelope. */
export const windowLines = ({ guardians, address }: Household) => [
  ...guardians.map(({ salutation, title, firstname, lastname }) =>
    joined(inAddress[salutation as keyof typeof inAddress], title, firstname, lastname),
  ),
  ...envelopeLines(address),
]

const greeting = ({ salutation, title, firstname, lastname }: Household['guardians'][number]) => {
  if (salutation === 'ms') return `Sehr geehrte Frau ${joined(title, lastname)}`
  if (salutation === 'mr') return `Sehr geehrter Herr ${joined(title, lastname)}`
  return `Guten Tag ${joined(title, firstname, lastname)}`
}

/** Domain §1.7, §7: „Guten Tag Vorname Nachname“ when the salutation is open. */
export const salutationOf = ({ guardians }: Household) =>
  `${guardians
    .map(greeting)
    .map((text, index) => (index === 0 ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`))
    .join(', ')},`

/** A letter to somebody of age about themselves. */
export const isOwnLetter = ({ guardians }: Household) => guardians.every(({ is_pupil }) => is_pupil)

export const childNames = ({ pupils }: Household) => joinedWords(pupils.map(fullName))
export const childClasses = ({ pupils }: Household) =>
  joinedWords([...new Set(pupils.flatMap(({ classgradePlain }) => classgradePlain ?? []))])
