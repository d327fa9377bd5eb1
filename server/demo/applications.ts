import { addDays } from '#contract/dates.ts'
import { GENDERS } from '#contract/genders.ts'
import type { ENTRY_TYPES } from '#contract/registrations/registrations.form.ts'
import { registrationNumber } from '#contract/registrations/registrations.number.ts'
import { applicantBirthdate, areApart } from './birthdates.ts'
import type { DemoYears, Enrolment } from './enrolments.ts'
import type { Child, Family, FamilyMaker } from './family-maker.ts'
import type { SchoolPlan } from './school-plan.ts'
import { type SeededRandom, shareOut } from './seeded-random.ts'

interface Slot {
  created_at: string
  grade: number
  entry_type: (typeof ENTRY_TYPES)[number]
  hasSibling: boolean
}

/** A child's application, before the school has decided anything. */
export interface Application extends Slot {
  short: string
  number: string
  child: Child
  /** Brothers and sisters at one of the schools. */
  siblings: { child: Child; short: string }[]
  /** The child is at fsw and wants to go on to fow. */
  isFromFsw: boolean
}

interface Scene {
  plan: SchoolPlan
  years: DemoYears
  anchor: string
  random: SeededRandom
  families: FamilyMaker
  enrolments: readonly Enrolment[]
}

const two = (value: number) => String(value).padStart(2, '0')

/** The arrival times of a whole season by the weights of domain §8. People also write in the evening. */
const arrivals = ({ plan: { season }, years, random }: Scene) =>
  shareOut(
    season.regular + season.lateral,
    season.months.map((weight, index) => [index, weight] as const),
  )
    .map((index) => {
      const month = `${years.startYear + (index > 4 ? 1 : 0)}-${two(((index + 7) % 12) + 1)}`
      const day = `${month}-${two(random.int(1, 28))}`
      return `${day}T${two(random.int(5, 20))}:${two(random.int(0, 59))}:${two(random.int(0, 59))}.000Z`
    })
    .sort()

const lateralGrade = ({ grades: { entry, max } }: SchoolPlan, random: SeededRandom) => random.int(entry + 1, max)

/** All applications of the season that arrived before the anchor day. */
const arrivedSlots = (scene: Scene): Slot[] => {
  const { plan, random, anchor } = scene
  const types = random.shuffled([
    ...Array<'regular'>(plan.season.regular).fill('regular'),
    ...Array<'lateral'>(plan.season.lateral).fill('lateral'),
  ])
  const times = arrivals(scene)
  // Domain §8: every fifth has a brother or sister here.
  const siblings = random.shuffled(
    shareOut(times.length, [
      [true, 20],
      [false, 80],
    ] as const),
  )
  return times
    .map((created_at, index): Slot => {
      const entry_type = types[index] ?? 'regular'
      const grade = entry_type === 'regular' ? plan.grades.entry : lateralGrade(plan, random)
      return { created_at, entry_type, grade, hasSibling: siblings[index] ?? false }
    })
    .filter(({ created_at }) => created_at.slice(0, 10) < anchor)
}

interface Applicant {
  child: Child
  siblings: Application['siblings']
  isFromFsw: boolean
}

/** Families with children at this school, or for every fourth at the other one, whose ages allow another child. */
const familyWithRoom = (scene: Scene, birthdate: string, short: string): Family | undefined => {
  const fits = ({ child, status, short: at }: Enrolment) =>
    at === short &&
    status === 'active' &&
    child.family.children.length < 3 &&
    child.family.children.every((other) => areApart(other.birthdate, birthdate))
  const found = scene.enrolments.filter(fits)
  return found.length > 0 ? scene.random.pick(found).child.family : undefined
}

const siblingsIn = (family: Family, enrolments: readonly Enrolment[]) =>
  enrolments
    .filter(({ child, status }) => status === 'active' && child.family === family)
    .map(({ child, short }) => ({ child, short }))

/** Children of fsw's last grade who have not yet applied to fow. */
const nextFromFsw = ({ enrolments }: Scene, taken: ReadonlySet<Child>) =>
  enrolments.find(
    ({ short, child, stays, status }) =>
      short === 'fsw' && status === 'active' && stays.at(-1)?.grade === 6 && !taken.has(child),
  )?.child

const GENDER_SHARES = GENDERS.map((gender) => [gender, { f: 49, m: 50, d: 1 }[gender]] as const)

const makeNewChild = (slot: Slot, scene: Scene): Applicant => {
  const { plan, random, families, enrolments, years } = scene
  const birthdate = applicantBirthdate(random, slot.grade, years.startYear + 1)
  const [own, partner] = plan.form.short === 'fsw' ? (['fsw', 'fow'] as const) : (['fow', 'fsw'] as const)
  const short = random.isHit(0.75) ? own : partner
  const family = slot.hasSibling ? familyWithRoom(scene, birthdate, short) : undefined
  const siblings = family ? siblingsIn(family, enrolments) : []
  const child = families.child(family ?? families.family(), { gender: random.weighted(GENDER_SHARES), birthdate })
  return { child, siblings, isFromFsw: false }
}

const makeApplicant = (slot: Slot, scene: Scene, taken: ReadonlySet<Child>): Applicant => {
  const mayComeFromFsw =
    scene.plan.form.short === 'fow' && slot.entry_type === 'regular' && scene.random.isHit(0.2) && !slot.hasSibling
  const child = mayComeFromFsw ? nextFromFsw(scene, taken) : undefined
  return child ? { child, siblings: [], isFromFsw: true } : makeNewChild(slot, scene)
}

/** A birth date with one digit of the day mistyped, which is still a real day: the duplicate check must notice it. */
const mistype = (birthdate: string) => {
  const last = birthdate.slice(-1)
  const other = last === '8' ? '7' : '8'
  const mistyped = `${birthdate.slice(0, -1)}${other}`
  return mistyped.slice(-2) <= '28' && mistyped.slice(-2) >= '01' ? mistyped : addDays(birthdate, -10)
}

/**
 * One child of each school has two applications (domain §8): at fsw identical, at fow with a typing error in the birth
 * date.
 */
const repeatOne = (applications: Application[], { plan, random }: Scene) => {
  const regular = applications.filter(({ entry_type, isFromFsw }) => entry_type === 'regular' && !isFromFsw)
  if (regular.length < 4) return
  const [first, second] = random
    .shuffled(regular)
    .slice(0, 2)
    .sort((a, b) => a.number.localeCompare(b.number))
  if (!first || !second) return
  second.siblings = first.siblings
  second.child = plan.form.short === 'fsw' ? first.child : { ...first.child, birthdate: mistype(first.child.birthdate) }
}

/** The applications of one school for the planned year, oldest first, numbered as they arrived. */
export function makeApplications(scene: Scene): Application[] {
  const { plan, years } = scene
  const taken = new Set<Child>()
  const applications = arrivedSlots(scene).map((slot, index): Application => {
    const applicant = makeApplicant(slot, scene, taken)
    taken.add(applicant.child)
    const number = registrationNumber(plan.form.short, years.startYear + 1, index + 1)
    return { ...slot, ...applicant, short: plan.form.short, number }
  })
  repeatOne(applications, scene)
  return applications
}
