import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportAnswers } from '#contract/pupilimports/pupilimports.questions.ts'
import {
  birthdatesAlike,
  compareChildren,
  compareFolded,
  type FoldedChild,
  foldChild,
  normaliseGivenName,
  normaliseName,
} from '#contract/registrations/duplicates.ts'
import { classgradePlain } from '#contract/schoolclasses/class-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listRestrictedChildren } from '#server/domains/restrictions/restrictions.shared.queries.ts'
import { listGrades } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { findActiveSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { type KnownPupil, listKnownPupils, listYearClasses } from './import-known.queries.ts'

/** Other requests wait at most this long. */
const TURN_MS = 5

/** Works through many items without blocking other requests, however long each takes. */
export async function inSlices<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let began = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - began < TURN_MS) continue
    await nextTurn()
    began = performance.now()
  }
  return results
}

interface Child {
  firstname: string
  lastname: string
  birthdate: string
}

/** Two children have the same key exactly when the check takes them for the same child (domain §3.3). */
export const childKey = ({ firstname, lastname, birthdate }: Child) =>
  `${normaliseName(lastname)} ${normaliseGivenName(firstname)} ${birthdate}`

/** Two people whose names are equal in either folding share one of these keys. */
const nameKeys = ({ firstname, lastname }: Child) => {
  const foldings = ['long', 'short'] as const
  const keys = foldings.flatMap((last) =>
    foldings.map((first) => `${normaliseName(lastname, last)} ${normaliseGivenName(firstname, first)}`),
  )
  return new Set(keys)
}

const push = <T>(map: Map<string, T[]>, key: string, value: T) => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Nobody compares more people than this. */
const ALIKE_MAX = 10

/** The people on record, found by number, by name and by birth date. */
async function bookOf(pupils: readonly KnownPupil[]) {
  const byNumber = new Map<string, KnownPupil>()
  const byBirthdate = new Map<string, KnownPupil[]>()
  const byName = new Map<string, KnownPupil[]>()
  const folded = new Map<number, FoldedChild>()
  const foldedOf = (pupil: KnownPupil) => {
    const child = folded.get(pupil.id) ?? foldChild(pupil)
    folded.set(pupil.id, child)
    return child
  }
  await inSlices(pupils, (pupil) => {
    byNumber.set(pupil.pupil_number.toUpperCase(), pupil)
    push(byBirthdate, pupil.birthdate, pupil)
    for (const key of nameKeys(pupil)) push(byName, key, pupil)
  })
  return {
    findNumber: (number: string) => byNumber.get(number.toUpperCase()),
    /**
     * Pupils who are exactly or likely this child; with a different birth date, only equal names count (domain §3.3).
     */
    findAlike(child: Child) {
      const named = [...nameKeys(child)].flatMap((key) => byName.get(key) ?? [])
      const candidates = new Set([...(byBirthdate.get(child.birthdate) ?? []), ...named])
      const own = foldChild(child)
      const found = Map.groupBy(candidates, (pupil) => compareFolded(own, foldedOf(pupil)))
      const of = (kind: 'exact' | 'likely') => (found.get(kind) ?? []).slice(0, ALIKE_MAX)
      return { exact: of('exact'), likely: of('likely') }
    },
  }
}

/** `05A`, `5 a` and `5a` are the same class, spelled differently by programs. */
const foldClass = (name: string) =>
  name
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/^0+(?=\d)/, '')

export interface ImportClass {
  id: number
  name: string
  grade: number
  grade_to: number | null
}

async function classesOf(tx: SchoolTransaction, yearId: number | undefined) {
  const rows = yearId === undefined ? [] : await listYearClasses(tx, yearId)
  const classes = rows.map((row): ImportClass => ({ ...row, name: classgradePlain(row) }))
  return {
    byName: new Map(classes.map((one) => [foldClass(one.name), one])),
    byId: new Map(classes.map((one) => [one.id, one])),
  }
}

/** The data with which rows are compared: the school's classes of the active year, its grades and its pupils. */
export async function readContext(
  tx: SchoolTransaction,
  {
    today,
    answers,
    children,
  }: {
    today: string
    /** The answers to the questions about missing columns. */
    answers: ImportAnswers
    /** Reads only pupils who may be one of these children. */
    children?: readonly { birthdate: string | null; pupil_number: string | null }[]
  },
) {
  const year = await findActiveSchoolyear(tx)
  const classes = await classesOf(tx, year?.id)
  const grades = await listGrades(tx)
  const { short } = await getSchool(tx)
  const wanted = children && {
    birthdates: children.flatMap(({ birthdate }) => (birthdate ? birthdatesAlike(birthdate) : [])),
    numbers: children.flatMap(({ pupil_number }) => pupil_number ?? []),
  }
  const pupils = await listKnownPupils(tx, { today, ...wanted })
  const restricted = await listRestrictedChildren(tx)
  return {
    today,
    short,
    /** Somebody answered that the list has no genders: new children are created without one. */
    mayLackGender: answers.gender === null,
    year,
    pupils,
    book: await bookOf(pupils),
    /** Whether this is a child at the school whose processing is restricted: a row about it is refused. */
    isRestricted: (child: Child | undefined, number: string | null) =>
      restricted.some(
        (one) =>
          one.pupil_number.toUpperCase() === number?.toUpperCase() ||
          (child !== undefined && compareChildren(child, one) === 'exact'),
      ),
    gradeIds: new Map(grades.map(({ id, grade }) => [grade, id])),
    findClass: (name: string) => classes.byName.get(foldClass(name)),
    className: (id: number | null) => (id === null ? null : (classes.byId.get(id)?.name ?? null)),
  }
}
export type ImportContext = Awaited<ReturnType<typeof readContext>>
