import type { GradeRange } from '#contract/schools/schools.kinds.ts'
import type { NewSchoolForm } from '#contract/schools/schools.setup-forms.ts'
import { TOWN } from './name-pools.ts'

/** Domain §8: the same seed and anchor day give the same demo. */
export const DEMO_SEED = 20260801

export type DemoShort = 'fsw' | 'fow'

export interface ClassPlan {
  description: string
  /** One grade, or the two of a mixed-age group. */
  grades: readonly [number] | readonly [number, number]
  room: string
}

export interface SchoolPlan {
  form: NewSchoolForm
  grades: { min: number; max: number; entry: number }
  classes: readonly ClassPlan[]
  size: { mean: number; deviation: number; min: number; max: number }
  /** The number of seats of a grade in a school year. */
  places(grade: number): number
  /** The number of applications in a whole season (domain §8), and their distribution from August to July. */
  season: { regular: number; lateral: number; withdrawn: number; months: readonly number[] }
}

const GRADES = {
  fsw: { grade_min: 1, grade_max: 6 },
  fow: { grade_min: 7, grade_max: 10 },
} as const satisfies Record<DemoShort, GradeRange>

const form = (short: DemoShort, name: string, phone: string): NewSchoolForm => ({
  federal_state: 'DE-BB',
  ...GRADES[short],
  short,
  name,
  official_number: short === 'fsw' ? '100001' : '100002',
  carrier_name: 'Trägerverein Wacholderhain e. V.',
  street: 'Am Anger',
  house_number: short === 'fsw' ? '1' : '3',
  ...TOWN,
  phone,
  mail: `sekretariat.${short}@example.org`,
  privacy_officer_contact: 'Datenschutz im Trägerverein, datenschutz@example.org',
  has_holidays: false,
  has_classes: false,
})

const single = (names: string): ClassPlan[] =>
  names.split(' ').map((name) => ({
    description: name.slice(-1),
    grades: [Number(name.slice(0, -1))],
    room: `R ${name}`,
  }))

export const FSW: SchoolPlan = {
  form: form('fsw', 'Freie Schule Wacholderhain', '030 23125-100'),
  grades: { min: 1, max: 6, entry: 1 },
  classes: [
    ...['Füchse', 'Dachse', 'Eulen'].map(
      (description): ClassPlan => ({ description, grades: [1, 2], room: `Haus ${description}` }),
    ),
    ...single('3a 3b 4a 4b 5a 5b 6a'),
  ],
  size: { mean: 21, deviation: 2.2, min: 16, max: 25 },
  places: (grade) => (grade === 1 ? 40 : 6),
  season: { regular: 78, lateral: 18, withdrawn: 2, months: [3, 6, 9, 18, 8, 20, 22, 6, 3, 2, 2, 1] },
}

export const FOW: SchoolPlan = {
  form: form('fow', 'Freie Oberschule Wacholderhain', '030 23125-200'),
  grades: { min: 7, max: 10, entry: 7 },
  classes: single('7a 7b 8a 8b 9a 9b 10a 10b'),
  size: { mean: 19, deviation: 2.5, min: 14, max: 24 },
  places: (grade) => (grade === 7 ? 46 : 6),
  season: { regular: 52, lateral: 12, withdrawn: 1, months: [2, 3, 5, 8, 6, 12, 30, 6, 2, 12, 12, 2] },
}

export const PLANS: Record<DemoShort, SchoolPlan> = { fsw: FSW, fow: FOW }
