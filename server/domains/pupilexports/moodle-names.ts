import { createHash } from 'node:crypto'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { ExportedPupil } from './exported-pupil.ts'
import { claimNames } from './pupilexports.queries.ts'

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

type Named = Pick<ExportedPupil, 'id' | 'firstname' | 'lastname' | 'pupil_number'>

/** vorname.nachname in ASCII; a pupil whose name has no ASCII letter gets the number as a name. */
const moodleName = ({ firstname, lastname, pupil_number }: Named) =>
  [ascii(firstname), ascii(lastname)].filter(Boolean).join('.') || pupil_number.toLowerCase()

/**
 * The 17 of FSW-00017: no name made of letters ends in a number, and no other pupil ever gets this one (domain §1.5).
 */
const counterOf = ({ pupil_number }: Named) => pupil_number.replace(/\D/g, '').replace(/^0+/, '')

const AT_ONCE = 1000

/**
 * User names for Moodle by the pupil's id (domain §6.6): vorname.nachname belongs for good to the first exported pupil
 * with this name; every other pupil with the same name gets the number after it. So an account never becomes another
 * child's.
 */
export async function moodleNames(tx: SchoolTransaction, schoolId: number, pupils: readonly Named[]) {
  const names = new Map<number, string>()
  const hashed = pupils
    .toSorted((a, b) => a.id - b.id)
    .map((pupil) => {
      const name = moodleName(pupil)
      return { pupil, name, name_hash: createHash('sha256').update(`${schoolId}:${name}`).digest() }
    })
  for (let start = 0; start < hashed.length; start += AT_ONCE) {
    const slice = hashed.slice(start, start + AT_ONCE)
    const owners = await claimNames(
      tx,
      slice.map(({ pupil, name_hash }) => ({ name_hash, pupil_number: pupil.pupil_number })),
    )
    for (const { pupil, name, name_hash } of slice) {
      const isOwner = owners.get(name_hash.toString('hex')) === pupil.pupil_number
      names.set(pupil.id, isOwner ? name : `${name}${counterOf(pupil)}`)
    }
  }
  return names
}
