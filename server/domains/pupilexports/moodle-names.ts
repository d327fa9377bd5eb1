import type { PupilName } from './pupilexports.queries.ts'

const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  đ: 'd',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
}

const ascii = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüßıłđøæœðþħ]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFD')
    .replace(/\s+/g, '-')
    .replace(/[^a-z-]/g, '')
    .replace(/^-+|-+$/g, '')

const nameOf = ({ firstname, lastname, pupil_number }: PupilName) =>
  [ascii(firstname), ascii(lastname)].filter(Boolean).join('.') || pupil_number.toLowerCase()

/**
 * User names for Moodle (domain §6.6): vorname.nachname, from the second on with a counter. Counted over all pupils of
 * the school, the oldest record first: whoever is exported, nobody gets the account of somebody else.
 */
export function moodleNames(pupils: readonly PupilName[]) {
  const taken = new Map<string, number>()
  return new Map(
    pupils.map((pupil) => {
      const name = nameOf(pupil)
      const count = (taken.get(name) ?? 0) + 1
      taken.set(name, count)
      return [pupil.id, count === 1 ? name : `${name}${count}`]
    }),
  )
}
