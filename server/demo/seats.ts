import { GENDERS, type Gender } from '#contract/genders.ts'
import { areApart, pupilBirthdate } from './birthdates.ts'
import type { Child, FamilyMaker } from './family-maker.ts'
import { type ClassPlan, type DemoShort, PLANS } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A seat in a class of this year or, for a former pupil, of last year. */
export interface Seat {
  short: DemoShort
  klass: ClassPlan
  grade: number
  /** The pupil graduated or left at the end of last year; `grade` is the grade of that year. */
  isFormer: boolean
  birthdate: string
  gender: Gender
  fixed?: FixedChild
}
export interface TakenSeat extends Seat {
  child: Child
}

interface FixedChild {
  short: DemoShort
  grade: number
  firstname: string
  lastname: string
  gender: Gender
  /** Children with the same key are twins. */
  twins?: string
}

/** Children that the demo must contain (domain §8): spellings that are hard for search and order, twins, namesakes. */
const FIXED: readonly FixedChild[] = [
  { short: 'fsw', grade: 3, firstname: 'Emma', lastname: 'Müller', gender: 'f' },
  { short: 'fsw', grade: 4, firstname: 'Theo', lastname: 'Mueller', gender: 'm' },
  { short: 'fsw', grade: 5, firstname: 'Ida', lastname: 'Muller', gender: 'f' },
  { short: 'fsw', grade: 2, firstname: 'Clara', lastname: 'Weiß', gender: 'f' },
  { short: 'fsw', grade: 4, firstname: 'Anton', lastname: 'Weiss', gender: 'm' },
  { short: 'fsw', grade: 1, firstname: 'Lina', lastname: 'Lehmann', gender: 'f', twins: 'Lehmann' },
  { short: 'fsw', grade: 1, firstname: 'Finn', lastname: 'Lehmann', gender: 'm', twins: 'Lehmann' },
  { short: 'fsw', grade: 2, firstname: 'Paul', lastname: 'Schmidt', gender: 'm' },
  { short: 'fsw', grade: 5, firstname: 'Paul', lastname: 'Schmidt', gender: 'm' },
  {
    short: 'fsw',
    grade: 6,
    firstname: 'Maximilian-Alexander',
    lastname: 'Wacholderhainer-Lindenblatt-Sommerfeld',
    gender: 'm',
  },
  { short: 'fsw', grade: 3, firstname: 'Luca', lastname: 'Winter', gender: 'd' },
  { short: 'fow', grade: 8, firstname: 'Kim', lastname: 'Neumann', gender: 'd' },
]

const GENDER_SHARES = GENDERS.map((gender) => [gender, { f: 49, m: 50, d: 1 }[gender]] as const)

const sizeOf = (short: DemoShort, isMixed: boolean, random: SeededRandom) => {
  const { mean, deviation, min, max } = PLANS[short].size
  const size = Math.round(random.normal(mean, deviation))
  return isMixed ? Math.min(24, Math.max(20, size)) : Math.min(max, Math.max(min, size))
}

type Place = Pick<Seat, 'short' | 'klass' | 'grade' | 'isFormer'>

/** All seats of a class; a mixed-age group has half of them in each grade. */
const placesOf = (short: DemoShort, klass: ClassPlan, random: SeededRandom): Place[] =>
  Array.from({ length: sizeOf(short, klass.grades.length === 2, random) }, (_, index) => ({
    short,
    klass,
    grade: klass.grades[index % klass.grades.length] ?? klass.grades[0],
    isFormer: false,
  }))

/** Pupils who left last year: the leaving grade and a few others. */
const formerPlaces = (short: DemoShort, random: SeededRandom): Place[] => {
  const { classes, grades } = PLANS[short]
  const leaving = classes.filter((klass) => klass.grades[0] === grades.max).flatMap((k) => placesOf(short, k, random))
  const others = classes.filter((klass) => klass.grades.length === 1 && klass.grades[0] < grades.max).slice(0, 5)
  return [...leaving, ...others.map((klass) => ({ short, klass, grade: klass.grades[0], isFormer: false }))].map(
    (place) => ({ ...place, isFormer: true }),
  )
}

const fillPlace = (place: Place, startYear: number, random: SeededRandom): Seat => ({
  ...place,
  birthdate: pupilBirthdate(random, place.grade, place.isFormer ? startYear - 1 : startYear),
  gender: random.weighted(GENDER_SHARES),
})

const setFixed = (seats: readonly Seat[]) => {
  for (const fixed of FIXED) {
    const seat = seats.find(
      ({ short, grade, isFormer, fixed: taken }) =>
        short === fixed.short && grade === fixed.grade && !isFormer && !taken,
    )
    if (!seat) throw new Error(`There is no seat for ${fixed.firstname} ${fixed.lastname}.`)
    const twin = fixed.twins && seats.find((other) => other.fixed?.twins === fixed.twins)
    Object.assign(seat, { fixed, gender: fixed.gender }, twin ? { birthdate: twin.birthdate } : {})
  }
}

/** Domain §8: 22 % have a brother or sister at one of the schools. */
const SIBLING_SHARE = 0.22

/** Groups of seats whose children are siblings; all other children have none. */
const siblingGroups = (seats: readonly Seat[], random: SeededRandom): Seat[][] => {
  const twins = seats.filter(({ fixed }) => fixed?.twins)
  const free = random.shuffled(seats.filter(({ fixed }) => !fixed))
  let wanted = Math.round(seats.length * SIBLING_SHARE) - twins.length
  const groups: Seat[][] = [twins]
  while (wanted >= 2) {
    const group = free.splice(0, 1)
    const size = wanted > 3 && random.isHit(0.15) ? 3 : 2
    while (group.length < size) {
      const next = free.findIndex(({ birthdate }) => group.every((seat) => areApart(seat.birthdate, birthdate)))
      if (next < 0) break
      group.push(...free.splice(next, 1))
    }
    groups.push(group)
    wanted -= group.length
  }
  return groups
}

const takeSeats = (group: readonly Seat[], families: FamilyMaker): TakenSeat[] => {
  const fixed = group[0]?.fixed
  const family = families.family(fixed ? { lastname: fixed.lastname, origin: 'german' } : {})
  return group.map((seat) => {
    const { gender, birthdate } = seat
    const wish = seat.fixed ? { firstname: seat.fixed.firstname, gender, birthdate } : { gender, birthdate }
    return { ...seat, child: families.child(family, wish) }
  })
}

/** How many of the pupils who left fsw last went on to fow. */
const CHANGED_TO_FOW = 6

/** Children of fsw who are now at fow have two seats, as the same child of the same family. */
const takeFormerSeats = (former: readonly Seat[], taken: readonly TakenSeat[], families: FamilyMaker): TakenSeat[] => {
  const movedOn = taken.filter(({ short, grade, fixed }) => short === 'fow' && grade === 7 && !fixed)
  const children = movedOn.slice(0, CHANGED_TO_FOW).map(({ child }) => child)
  return former.flatMap((seat) => {
    const child = seat.short === 'fsw' && seat.grade === 6 ? children.shift() : undefined
    return child ? [{ ...seat, gender: child.gender, birthdate: child.birthdate, child }] : takeSeats([seat], families)
  })
}

/** Everybody at both schools this year and those who left last year, in mixed order. */
export function fillSeats(startYear: number, families: FamilyMaker, random: SeededRandom): TakenSeat[] {
  for (const { firstname, lastname } of FIXED) families.reserve(firstname, lastname)
  const shorts = Object.keys(PLANS) as DemoShort[]
  const seats = shorts
    .flatMap((short) => PLANS[short].classes.flatMap((klass) => placesOf(short, klass, random)))
    .map((place) => fillPlace(place, startYear, random))
  setFixed(seats)
  const groups = siblingGroups(seats, random)
  const grouped = new Set(groups.flat())
  const taken = [...groups, ...seats.filter((seat) => !grouped.has(seat)).map((seat) => [seat])].flatMap((group) =>
    takeSeats(group, families),
  )
  const former = shorts
    .flatMap((short) => formerPlaces(short, random))
    .map((place) => fillPlace(place, startYear, random))
  return [...taken, ...takeFormerSeats(former, taken, families)]
}
