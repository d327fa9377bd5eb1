import type { EmployeeType } from '#contract/employees/employee.record.ts'
import { searchFold } from '#contract/search-fold.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import type { DemoYears } from './enrolments.ts'
import { adultNames, lastnames, ORIGINS } from './name-pools.ts'
import { landline } from './phone-numbers.ts'
import type { DemoShort } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Somebody's work at one school. */
export interface Post {
  short: DemoShort
  employee_type: EmployeeType
}

/** Somebody who works at one of the schools or at both. */
export interface Colleague {
  salutation: 'ms' | 'mr'
  title: string | null
  firstname: string
  lastname: string
  /** The same at both schools. */
  short_name: string
  /** The account this person signs in with. */
  account: string | null
  mail: string
  phone: string
  posts: readonly Post[]
  date_entry: string
  /** Started with the current school year. */
  isNew: boolean
  measles_proof_seen_at: string | null
  extended_certificate_seen_at: string | null
}

const at = (short: DemoShort, employee_type: EmployeeType): Post => ({ short, employee_type })
const atBoth = (employee_type: EmployeeType) => [at('fsw', employee_type), at('fow', employee_type)]

interface Opening {
  posts: readonly Post[]
  /** Local part of the demo account. */
  account?: string
  title?: string
  isNew?: boolean
}

const times = (count: number, post: Post): Opening[] => Array.from({ length: count }, () => ({ posts: [post] }))

/** Domain §8: fsw 22 (14 teachers, 5 educators, 1 special educator, 1 secretary, 1 head), fow 18, 3 work at both. */
const OPENINGS: readonly Opening[] = [
  { posts: [at('fsw', 'management')], account: 'leitung.fsw' },
  { posts: [at('fow', 'management')], account: 'leitung.fow' },
  { posts: [at('fsw', 'secretary')], account: 'sekretariat.fsw' },
  { posts: [at('fsw', 'teacher')], account: 'lehrer.fsw' },
  { posts: atBoth('teacher'), account: 'multi' },
  { posts: atBoth('teacher'), title: 'Dr.' },
  { posts: atBoth('special_educator') },
  ...times(10, at('fsw', 'teacher')),
  { posts: [at('fsw', 'teacher')], isNew: true },
  ...times(5, at('fsw', 'educator')),
  ...times(11, at('fow', 'teacher')),
  { posts: [at('fow', 'teacher')], isNew: true },
  { posts: [at('fow', 'school_assistant')] },
  { posts: [at('fow', 'secretary')] },
]

/** People with an account have the name of the account; these of them are men. */
const MEN = ['leitung.fow', 'lehrer.fsw']

const accountName = (local: string) => {
  const found = DEMO_ACCOUNTS.find(({ email }) => email === `${local}@example.org`)
  const [firstname = '', lastname = ''] = found?.name.split(' ') ?? []
  return { firstname, lastname }
}

/** The letters that a short name may contain: an accent is dropped from its letter, a hyphen is left out. */
const lettersOf = (name: string) =>
  [...name]
    .map((letter) => (/[A-Za-zÄÖÜäöüß]/.test(letter) ? letter : letter.normalize('NFD').charAt(0)))
    .filter((letter) => /[A-Za-zÄÖÜäöüß]/.test(letter))
    .join('')

/** "Vo" for Vogt; the second Vogt gets one letter more, or letters of the first name at the end. */
const shortName = ({ firstname, lastname }: { firstname: string; lastname: string }, taken: Set<string>) => {
  const [family, given] = [lettersOf(lastname), lettersOf(firstname)]
  const wishes = [
    ...[2, 3, 4].map((length) => family.slice(0, length)),
    ...[1, 2, 3].map((length) => `${family.slice(0, 2)}${given.slice(0, length)}`),
  ]
  const found = wishes.find((wish) => wish.length > 1 && !taken.has(wish.toLowerCase())) ?? `${family.slice(0, 4)}x`
  taken.add(found.toLowerCase())
  return found
}

/** Draws names that nobody at the schools has yet. */
const drawName = (isMan: boolean, taken: Set<string>, random: SeededRandom) => {
  for (;;) {
    const origin = random.weighted(ORIGINS)
    const name = {
      firstname: random.pick(adultNames(origin, isMan ? 'm' : 'f')),
      lastname: random.weighted(lastnames(origin)),
    }
    if (taken.has(name.lastname)) continue
    taken.add(name.lastname)
    return name
  }
}

/** Some proofs are missing, so that the list of missing proofs has something to show. */
const proofs = (date_entry: string, random: SeededRandom) => ({
  measles_proof_seen_at: random.isHit(0.95) ? date_entry : null,
  extended_certificate_seen_at: random.isHit(0.9) ? date_entry : null,
})

const mailOf = ({ firstname, lastname }: { firstname: string; lastname: string }) =>
  `${searchFold(`${firstname.charAt(0)} ${lastname}`).replaceAll(' ', '.')}@example.org`

/** Everybody who works at the schools, as listed in `OPENINGS`. */
export function hireAll({ years, random }: { years: DemoYears; random: SeededRandom }): Colleague[] {
  const [names, shorts] = [new Set<string>(), new Set<string>()]
  return OPENINGS.map(({ posts, account: local, title = null, isNew = false }, index) => {
    const account = local ? `${local}@example.org` : null
    const isMan = local ? MEN.includes(local) : random.isHit(0.28)
    const name = local ? accountName(local) : drawName(isMan, names, random)
    const date_entry = isNew ? years.active.date_start : `${years.startYear - random.int(2, 14)}-08-01`
    return {
      salutation: isMan ? 'mr' : 'ms',
      title,
      ...name,
      short_name: shortName(name, shorts),
      account,
      mail: account ?? mailOf(name),
      phone: landline(300 + index),
      posts,
      date_entry,
      isNew,
      ...proofs(date_entry, random),
    }
  })
}
