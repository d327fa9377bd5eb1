import { AFTERSCHOOL_DAYS } from '#contract/pupils/pupils.fields.ts'
import type { Enrolment } from './enrolments.ts'
import { adultNames, childNames, lastnames, type NameOrigin, TALK_LANGUAGE } from './name-pools.ts'
import { landline } from './phone-numbers.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  /** First year of the active school year. */
  startYear: number
  anchor: string
  random: SeededRandom
  headId: number
}

/** The countries (ISO 3166-1 alpha-3) and towns that families come from. */
const HOMES: Partial<Record<NameOrigin, readonly (readonly [string, string])[]>> = {
  slavic: [
    ['UKR', 'Lwiw'],
    ['UKR', 'Charkiw'],
    ['POL', 'Posen'],
  ],
  arabic: [
    ['SYR', 'Aleppo'],
    ['IRQ', 'Erbil'],
  ],
  turkish: [['TUR', 'Izmir']],
  vietnamese: [['VNM', 'Hanoi']],
  european: [
    ['ITA', 'Turin'],
    ['ROU', 'Sibiu'],
  ],
}

const BIRTHPLACES = [
  ['Wacholderhain', 50],
  ['Berlin', 22],
  ['Königs Wusterhausen', 14],
  ['Potsdam', 14],
] as const

/** Place of birth, nationality and language that fit the family's name. */
function originOf({ child }: Enrolment, { random, anchor }: Scene) {
  const { origin } = child.family
  const home = random.pick(HOMES[origin] ?? [['DEU', '']])
  const isBornThere = origin !== 'german' && random.isHit(0.3)
  const [country, town] = home
  const nationalities = random.weighted([
    [['DEU'], 30],
    [['DEU', country], 35],
    [[country], 35],
  ])
  const born = Number(child.birthdate.slice(0, 4))
  return {
    birthplace: isBornThere ? town : random.weighted(BIRTHPLACES),
    birth_country: isBornThere ? country : 'DEU',
    nationalities: country === 'DEU' ? ['DEU'] : nationalities,
    immigration_year: isBornThere ? Math.min(born + random.int(1, 5), Number(anchor.slice(0, 4))) : null,
    family_language: random.isHit(0.6) ? (TALK_LANGUAGE[origin] ?? 'de') : 'de',
  }
}

/** The grade in the active year, counted on for pupils who come next year or have left. */
function gradeOf({ stays }: Enrolment) {
  const last = stays.at(-1)
  if (!last) return 1
  const offsets = { closed: 1, active: 0, planned: -1 }
  return last.grade + offsets[last.year]
}

function schoolingOf(enrolment: Enrolment, grade: number, { random, startYear }: Scene) {
  const isPrimary = enrolment.short === 'fsw'
  const english = { language: 'en', since_grade: 3, until_grade: null }
  const second = { language: random.pick(['fr', 'ru', 'es']), since_grade: 7, until_grade: null }
  const hasSecond = random.isHit(0.4)
  const kita = random.weighted([
    ['ge3', 60],
    ['2to3', 22],
    ['1to2', 10],
    ['lt1', 4],
    ['none', 4],
  ])
  const recommendation = random.weighted([
    ['FOR', 45],
    ['AHR', 33],
    ['EBR', 22],
  ])
  return {
    first_enrolment_year: startYear - grade + 1,
    kita_years: isPrimary ? kita : null,
    school_recommendation: isPrimary ? null : recommendation,
    foreign_languages: grade < 3 ? [] : isPrimary || !hasSecond ? [english] : [english, second],
  }
}

function afternoonOf({ afterschool_care, short }: Enrolment, grade: number, random: SeededRandom) {
  const days = random.isHit(0.6) ? AFTERSCHOOL_DAYS : AFTERSCHOOL_DAYS.filter(() => random.isHit(0.7))
  const walks = random.weighted([
    [true, grade],
    [false, Math.max(1, 5 - grade)],
    [null, 2],
  ])
  const isInCare = afterschool_care !== null && afterschool_care !== 'none'
  return { afterschool_days: isInCare ? [...days] : [], may_go_home_alone: short === 'fsw' ? walks : null }
}

const swimLevelOf = (grade: number, random: SeededRandom) =>
  grade < 3
    ? random.weighted([
        ['none', 30],
        ['seahorse', 45],
        ['unknown', 25],
      ])
    : random.weighted([
        ['bronze', 50],
        ['silver', 25],
        ['seahorse', 12],
        ['gold', 8],
        ['none', 5],
      ])

/** Staff have seen the proof of nearly all children, but not yet of all who come next year (§ 20 IfSG). */
function measlesOf({ status, created_at }: Enrolment, { random, headId }: Scene) {
  const isSeen = random.isHit(status === 'upcoming' ? 0.4 : 0.97)
  const kind = random.weighted([
    ['vaccination', 93],
    ['other_institution', 5],
    ['immunity', 2],
  ])
  return isSeen
    ? {
        measles_proof_seen_at: created_at.slice(0, 10),
        measles_proof_seen_by: headId,
        measles_proof_kind: kind,
      }
    : { measles_proof_seen_at: null, measles_proof_seen_by: null, measles_proof_kind: null }
}

const NOTES = ['Fährt mit dem Bus 724.', 'Holt nach der Schule den Bruder ab.', 'Spielt im Schulorchester Cello.']
const EXIT_REASONS: Partial<Record<Enrolment['status'], string>> = { graduated: 'graduated', left: 'school_change' }

/** The details of a record besides names, address and class (domain §1.5). */
export function recordDetails(enrolment: Enrolment, scene: Scene) {
  const { random } = scene
  const { firstname, gender, family } = enrolment.child
  const second = random.pick(childNames(family.origin, gender))
  const hasSecond = random.isHit(0.45) && second !== firstname
  const grade = gradeOf(enrolment)
  return {
    firstnames_all: hasSecond ? `${firstname} ${second}` : firstname,
    ...originOf(enrolment, scene),
    ...schoolingOf(enrolment, grade, scene),
    ...afternoonOf(enrolment, grade, random),
    swim_level: swimLevelOf(grade, random),
    ...measlesOf(enrolment, scene),
    note: random.isHit(0.05) ? random.pick(NOTES) : null,
    exit_reason: EXIT_REASONS[enrolment.status] ?? null,
  }
}

const RELATIONS = [
  ['Großmutter', 'f'],
  ['Großvater', 'm'],
  ['Tante', 'f'],
  ['Nachbarin', 'f'],
  ['Babysitter', 'm'],
] as const

/** Further people to call or to fetch the child: one in three children has one, some have two (domain §1.8). */
export function contactPersonsOf({ child, created_at }: Enrolment, random: SeededRandom) {
  const count = random.weighted([
    [0, 65],
    [1, 25],
    [2, 10],
  ])
  return Array.from({ length: count }, (_, index) => {
    const [relation, gender] = random.pick(RELATIONS)
    return {
      firstname: random.pick(adultNames(child.family.origin, gender)),
      lastname: random.isHit(0.5) ? child.family.lastname : random.weighted(lastnames(child.family.origin)),
      relation,
      phone: landline(random.int(0, 999)),
      is_emergency: random.isHit(0.85),
      may_pickup: random.isHit(0.8),
      created_at,
      updated_at: created_at,
      rank: child.family.guardians.length + index + 1,
    }
  }).map(({ rank, ...person }) => ({ ...person, priority: person.is_emergency ? rank : null }))
}
