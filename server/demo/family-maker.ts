import type { RELATIONSHIPS } from '#contract/families/relationships.ts'
import type { Gender } from '#contract/genders.ts'
import { hasCustody } from '#contract/registrations/registrations.custody.ts'
import type { CUSTODIES } from '#contract/registrations/registrations.form.ts'
import { searchFold } from '#contract/search-fold.ts'
import {
  adultNames,
  childNames,
  LASTNAME_PREFIXES,
  lastnames,
  type NameOrigin,
  ORIGINS,
  STREETS,
  TALK_LANGUAGE,
  TOWN,
} from './name-pools.ts'
import { LandlineBook, MOBILE } from './phone-numbers.ts'
import type { SeededRandom } from './seeded-random.ts'

type Custody = (typeof CUSTODIES)[number]
type Relationship = (typeof RELATIONSHIPS)[number]

export interface Address {
  street: string
  house_number: string
  zip: string
  city: string
}

export interface Guardian {
  salutation: 'ms' | 'mr'
  title: string | null
  firstname: string
  lastname: string
  relationship: Relationship
  has_custody: boolean
  /** Null when the guardian lives with the children. */
  address: Address | null
  phone_home: string | null
  phone_mobile: string | null
  mail: string | null
}

export interface Child {
  firstname: string
  gender: Gender
  birthdate: string
  family: Family
}

export interface Family {
  lastname: string
  lastname_prefix: string | null
  origin: NameOrigin
  custody: Custody
  address: Address
  /** One or two guardians; the first has custody. */
  guardians: Guardian[]
  /** ISO 639-1 language of the interpreter the family wishes, null for German. */
  talk_language: string | null
  children: Child[]
}

const makeAddress = (random: SeededRandom): Address => ({
  street: random.pick(STREETS),
  house_number: `${random.int(1, 60)}${random.isHit(0.08) ? random.pick(['a', 'b', 'c']) : ''}`,
  ...TOWN,
})

/** Domain §8: joint 82 %, sole 15 %, other 3 %. */
const CUSTODY_SHARES: readonly (readonly [Custody, number])[] = [
  ['joint', 82],
  ['sole', 15],
  ['guardian', 3],
]

/** 4 % of all families have only one guardian; joint custody needs two. */
const hasTwo = (custody: Custody, random: SeededRandom) =>
  custody === 'joint' || random.isHit(custody === 'sole' ? 1 - 4 / 15 : 0.5)

const relationshipOf = (custody: Custody, gender: 'f' | 'm', random: SeededRandom): Relationship => {
  if (custody === 'guardian') return random.pick(['foster_parent', 'legal_guardian', 'grandparent'])
  return gender === 'f' ? 'mother' : 'father'
}

export interface FamilyWish {
  lastname?: string
  origin?: NameOrigin
}

export interface ChildWish {
  firstname?: string
  gender: Gender
  birthdate: string
}

/** Makes families; no two share a child's name or an address. */
export class FamilyMaker {
  readonly #random: SeededRandom
  readonly #names = new Set<string>()
  readonly #mails = new Map<string, number>()
  readonly #phones: SeededRandom
  readonly #landlines: LandlineBook

  constructor(random: SeededRandom) {
    this.#random = random
    this.#phones = random.stream('phones')
    this.#landlines = new LandlineBook(random.stream('landlines'))
  }

  /** Reserves a name, so that no other child gets it. */
  reserve(firstname: string, lastname: string) {
    this.#names.add(`${firstname} ${lastname}`)
  }

  family({ lastname, origin = this.#random.weighted(ORIGINS) }: FamilyWish = {}): Family {
    const random = this.#random
    const custody = random.weighted(CUSTODY_SHARES)
    const family: Family = {
      lastname: lastname ?? this.#lastname(origin),
      lastname_prefix: !lastname && random.isHit(0.02) ? random.pick(LASTNAME_PREFIXES) : null,
      origin,
      custody,
      address: makeAddress(random),
      guardians: [],
      talk_language: random.isHit(0.4) ? (TALK_LANGUAGE[origin] ?? null) : null,
      children: [],
    }
    const first: 'f' | 'm' = random.isHit(0.72) ? 'f' : 'm'
    family.guardians.push(this.#guardian(family, first))
    if (hasTwo(custody, random)) family.guardians.push(this.#guardian(family, first === 'f' ? 'm' : 'f'))
    return family
  }

  /** Adds a child to the family, with a name that nobody has yet unless the caller wishes one. */
  child(family: Family, wish: ChildWish): Child {
    const firstname = wish.firstname ?? this.#firstname(family, wish.gender)
    const child: Child = { firstname, gender: wish.gender, birthdate: wish.birthdate, family }
    family.children.push(child)
    return child
  }

  #lastname(origin: NameOrigin) {
    const random = this.#random
    const name = random.weighted(lastnames(origin))
    if (!random.isHit(0.06)) return name
    const second = random.weighted(lastnames('german'))
    return second === name || name.includes('-') ? name : `${name}-${second}`
  }

  #firstname(family: Family, gender: Gender) {
    const pool = childNames(family.origin, gender)
    const isFree = (name: string) => !this.#names.has(`${name} ${family.lastname}`)
    for (let tries = 0; tries < 12; tries++) {
      const name = this.#random.pick(pool)
      if (!isFree(name)) continue
      this.reserve(name, family.lastname)
      return name
    }
    const double = `${this.#random.pick(pool)}-${this.#random.pick(childNames('german', gender))}`
    this.reserve(double, family.lastname)
    return double
  }

  #guardian(family: Family, gender: 'f' | 'm'): Guardian {
    const random = this.#random
    const isSecond = family.guardians.length > 0
    const firstname = random.pick(adultNames(family.origin, gender))
    const lastname = isSecond && random.isHit(0.25) ? random.weighted(lastnames(family.origin)) : family.lastname
    // Domain §8: in 30 % of the families the guardians live apart, and 12 % of the second guardians have no mail
    // address.
    const livesApart = isSecond && random.isHit(family.custody === 'sole' ? 0.8 : 0.245)
    return {
      salutation: gender === 'f' ? 'ms' : 'mr',
      title: random.isHit(0.02) ? 'Dr.' : null,
      firstname,
      lastname,
      relationship: relationshipOf(family.custody, gender, random),
      has_custody: hasCustody(family.custody, isSecond ? 2 : 1),
      address: livesApart ? makeAddress(random) : null,
      ...this.#phonesOf(),
      mail: isSecond && random.isHit(0.12) ? null : this.#mail(firstname, lastname),
    }
  }

  #phonesOf() {
    const phone_mobile = this.#phones.isHit(0.04) ? MOBILE : null
    const hasLandline = phone_mobile === null || this.#phones.isHit(0.5)
    return { phone_home: hasLandline ? this.#landlines.next() : null, phone_mobile }
  }

  #mail(firstname: string, lastname: string) {
    const local = searchFold(`${firstname}.${lastname}`.replaceAll('.', ' ')).replaceAll(' ', '.')
    const count = (this.#mails.get(local) ?? 0) + 1
    this.#mails.set(local, count)
    return `${local}${count === 1 ? '' : count}@example.org`
  }
}
