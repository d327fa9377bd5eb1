import { formatDate } from '#contract/dates.ts'
import { mapInSteps } from '#server/documents/breathe.ts'
import { fitWindows1252 } from '#server/documents/windows-1252.ts'
import { type ExportedPupil, flat } from './exported-pupil.ts'

const CLASS_MAX = 6
const AT_ONCE = 2000

/**
 * A value for a SchILD file (domain §6.2): on one line, without the separator and without characters that Windows-1252
 * lacks.
 */
export const schildText = (value: string | number | null) => fitWindows1252(flat(value).replaceAll('|', ' '))

/** Six characters at most and unique: classes that begin alike get a digit at the end. */
function shortClassNames(names: readonly string[]) {
  const taken = new Set<string>()
  const short = (name: string) => {
    const begin = schildText(name).slice(0, CLASS_MAX).trim()
    const free = [begin, ...Array.from({ length: 99 }, (_, index) => `${begin.slice(0, 4)}${index + 2}`)].find(
      (candidate) => !taken.has(candidate),
    )
    taken.add(free ?? begin)
    return free ?? begin
  }
  // Names that fit stay unchanged, wherever they stand in the order.
  const inOrder = [...new Set(names)].sort((a, b) => Number(a.length > CLASS_MAX) - Number(b.length > CLASS_MAX))
  return new Map(inOrder.map((name) => [name, short(name)]))
}

export interface SchildKey {
  lastname: string
  firstname: string
  birthdate: string
}

/** A pupil's name in all files, and the record from which it can differ. */
export interface SchildPupil {
  pupil: ExportedPupil
  key: SchildKey
  className: string
  /** Somebody else has the same name and birth date, so the class or the number is added to the name. */
  isTwin: boolean
}

const plainKey = ({ lastname, firstname, birthdate }: ExportedPupil): SchildKey => ({
  lastname: schildText(lastname),
  firstname: schildText(firstname),
  birthdate: formatDate(birthdate),
})

const textOf = ({ lastname, firstname, birthdate }: SchildKey) => `${lastname}|${firstname}|${birthdate}`.toLowerCase()

const countKeys = (pupils: readonly SchildPupil[]) => {
  const counts = new Map<string, number>()
  for (const { key } of pupils) counts.set(textOf(key), (counts.get(textOf(key)) ?? 0) + 1)
  return ({ key }: SchildPupil) => (counts.get(textOf(key)) ?? 0) > 1
}

const marked = (one: SchildPupil, mark: string): SchildPupil => ({
  ...one,
  key: { ...one.key, lastname: `${schildText(one.pupil.lastname)}#${mark}` },
  isTwin: true,
})

/**
 * The keys of all files are name and birth date; `Nachname#Klasse` distinguishes two children who share both (domain
 * §6.2).
 */
export async function schildPupils(pupils: readonly ExportedPupil[]) {
  const classNames = shortClassNames(pupils.flatMap(({ schoolclass }) => schoolclass?.name ?? []))
  const plain = await mapInSteps(
    pupils,
    AT_ONCE,
    (pupil): SchildPupil => ({
      pupil,
      key: plainKey(pupil),
      className: classNames.get(pupil.schoolclass?.name ?? '') ?? '',
      isTwin: false,
    }),
  )
  const isTwin = countKeys(plain)
  const byClass = await mapInSteps(plain, AT_ONCE, (one) => (isTwin(one) ? marked(one, one.className) : one))
  const isStillTwin = countKeys(byClass)
  // In the same class, or both without a class: only the number is left to distinguish them.
  const list = await mapInSteps(byClass, AT_ONCE, (one) =>
    isStillTwin(one) ? marked(one, schildText(one.pupil.pupil_number)) : one,
  )
  return { list, classNames }
}
