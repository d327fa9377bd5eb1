import { type Application, makeApplications } from './applications.ts'
import { type Colleague, hireAll } from './colleagues.ts'
import { type Decided, decide } from './decisions.ts'
import { startYearOf } from './demo-calendar.ts'
import { type DemoYears, type Enrolment, enrolAll, planYears } from './enrolments.ts'
import { FamilyMaker } from './family-maker.ts'
import { type DemoShort, PLANS, type SchoolPlan } from './school-plan.ts'
import { fillSeats } from './seats.ts'
import { SeededRandom } from './seeded-random.ts'

export interface SchoolStory {
  plan: SchoolPlan
  enrolments: Enrolment[]
  applications: Decided[]
}

export interface DemoStory {
  anchor: string
  years: DemoYears
  schools: Record<DemoShort, SchoolStory>
  staff: Colleague[]
  random: SeededRandom
}

/** Everything that happened at both schools up to the anchor day (YYYY-MM-DD), before any of it has an id. */
export function makeStory({ seed, anchor }: { seed: number; anchor: string }): DemoStory {
  const random = new SeededRandom(seed)
  const years = planYears(startYearOf(anchor))
  const families = new FamilyMaker(random.stream('families'))
  const seats = fillSeats(years.startYear, families, random.stream('places'))
  const enrolments = enrolAll(seats, { years, anchor, random: random.stream('enrolments') })

  const storyOf = (short: DemoShort): SchoolStory => {
    const plan = PLANS[short]
    const stream = random.stream(`applications ${short}`)
    const applications: Application[] = makeApplications({ plan, years, anchor, random: stream, families, enrolments })
    return {
      plan,
      enrolments: enrolments.filter((one) => one.short === short),
      applications: decide(applications, { anchor, random: stream, withdrawnCount: plan.season.withdrawn }),
    }
  }
  const staff = hireAll({ years, random: random.stream('staff') })
  return { anchor, years, schools: { fsw: storyOf('fsw'), fow: storyOf('fow') }, staff, random }
}
