import type { Colleague } from './colleagues.ts'
import type { YearKey } from './enrolments.ts'
import type { ClassPlan, DemoShort, SchoolPlan } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Somebody's function in a class of a school year. */
export interface ClassDuty {
  year: YearKey
  klass: ClassPlan
  colleague: Colleague
  function: 'responsible' | 'assigned'
  position: number
}

/** Domain §8: this share of the classes has two leaders. */
const TWO_LEADERS_SHARE = 0.6
/** In the middle of a year the next year is not fully planned yet. */
const PLANNED_SHARE = 0.5

/** The teacher's account leads the first class and is assigned to the fourth: at fsw „1/2 Füchse“ and „3a“. */
const TEACHER = 'lehrer.fsw@example.org'
const ASSIGNED_CLASS = 3

const IN_CLASSES = ['teacher', 'educator', 'special_educator', 'school_assistant']

const typeAt = ({ posts }: Colleague, short: DemoShort) => posts.find((post) => post.short === short)?.employee_type

/** Class teachers: employees only of this school who stay longer than this year; the teacher's account comes first. */
const leadersOf = (staff: readonly Colleague[], short: DemoShort) =>
  staff.filter((one) => typeAt(one, short) === 'teacher' && one.posts.length === 1 && !one.isNew)

/** Second leaders: educators, then teachers without a class of their own. */
const secondsOf = (staff: readonly Colleague[], leaders: readonly Colleague[], short: DemoShort) => {
  const free = staff.filter((one) => !leaders.includes(one) && one.account === null)
  return [
    ...free.filter((one) => typeAt(one, short) === 'educator'),
    ...free.filter((one) => typeAt(one, short) === 'teacher'),
  ]
}

interface Team {
  klass: ClassPlan
  leaders: Colleague[]
  assigned: Colleague[]
}

/** The teams of the current year. */
function teamsOf(plan: SchoolPlan, staff: readonly Colleague[], random: SeededRandom): Team[] {
  const { classes } = plan
  const short = plan.form.short as DemoShort
  const leaders = leadersOf(staff, short).slice(0, classes.length)
  const seconds = secondsOf(staff, leaders, short)
  const withTwo = random.shuffled(classes).slice(0, Math.round(classes.length * TWO_LEADERS_SHARE))
  const others = staff.filter((one) => one.account === null && IN_CLASSES.includes(typeAt(one, short) ?? ''))
  return classes.map((klass, index) => {
    const second = seconds[withTwo.indexOf(klass)]
    const team = [leaders[index], second].filter((one) => one !== undefined)
    const count = random.int(1, 3)
    const teacher = index === ASSIGNED_CLASS ? staff.filter(({ account }) => account === TEACHER) : []
    const mine = teacher.filter((one) => typeAt(one, short) !== undefined)
    const free = others.filter((one) => !team.includes(one))
    return { klass, leaders: team, assigned: [...mine, ...random.shuffled(free)].slice(0, count) }
  })
}

/** The class after this one; after the last class the first. Leaders move up with their class. */
const classAfter = (klass: ClassPlan, { classes }: SchoolPlan) => {
  if (klass.grades.length > 1) return klass
  const row = classes.filter(({ grades, description }) => grades.length === 1 && description === klass.description)
  return row[(row.indexOf(klass) + 1) % row.length] ?? klass
}

const dutiesOf = (year: YearKey, klass: ClassPlan, { leaders, assigned }: Pick<Team, 'leaders' | 'assigned'>) => [
  ...leaders.map((colleague, at): ClassDuty => ({ year, klass, colleague, function: 'responsible', position: at + 1 })),
  ...assigned.map((colleague, at): ClassDuty => ({ year, klass, colleague, function: 'assigned', position: at + 1 })),
]

/** Class teachers and assigned employees of last year, this year, and of some classes of the next year. */
export function planTeams(plan: SchoolPlan, staff: readonly Colleague[], random: SeededRandom): ClassDuty[] {
  const teams = teamsOf(plan, staff, random)
  const lastYear = ({ klass, leaders, assigned }: Team) => {
    const before = plan.classes.find((one) => classAfter(one, plan) === klass) ?? klass
    const wasHere = ({ isNew }: Colleague) => !isNew
    return dutiesOf('closed', before, { leaders: leaders.filter(wasHere), assigned: assigned.filter(wasHere) })
  }
  const known = random.shuffled(teams).slice(0, Math.round(teams.length * PLANNED_SHARE))
  return [
    ...teams.flatMap(lastYear),
    ...teams.flatMap((team) => dutiesOf('active', team.klass, team)),
    ...teams
      .filter((team) => known.includes(team))
      .flatMap(({ klass, leaders }) => dutiesOf('planned', classAfter(klass, plan), { leaders, assigned: [] })),
  ]
}
