import { homeOf, streetLine } from '#contract/addresses.ts'
import type { Gender } from '#contract/genders.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'

/** Somebody with custody of an exported pupil; other programs do not take anybody else as a parent. */
export interface ExportedGuardian {
  salutation: string
  title: string | null
  firstname: string
  lastname: string
  relationship: string
  lives_with_pupil: boolean
  receives_letters: boolean
  street: string | null
  house_number: string | null
  zip: string | null
  city: string | null
  phone_home: string | null
  phone_mobile: string | null
  phone_work: string | null
  mail: string | null
}

export interface ExportedClass {
  id: number
  name: string
  grade: number
  /** The highest grade of a mixed-age group. */
  grade_to: number | null
  school_year_id: number
}

/**
 * Everything an export may contain about a pupil, data classes A to C (domain §1.0): nothing confidential, no link, no
 * note.
 */
export interface ExportedPupil {
  id: number
  pupil_number: string
  lastname: string
  lastname_prefix: string | null
  firstname: string
  firstnames_all: string | null
  birthname: string | null
  birthplace: string | null
  gender: Gender
  birthdate: string
  status: PupilStatus
  date_entry: string
  date_exit: string | null
  first_enrolment_year: number | null
  street: string | null
  house_number: string | null
  address_extra: string | null
  zip: string | null
  city: string | null
  phone: string | null
  mail: string | null
  grade: number | null
  schoolclass: ExportedClass | null
  /** Empty for formats without them. */
  guardians: readonly ExportedGuardian[]
  /** Texts of further fields by their keys; empty for formats without them. */
  listed: Readonly<Record<string, string>>
}

export interface ExportedYear {
  id: number
  name: string
  date_start: string
  date_end: string
  half_year_end: string
}

/** Programs and lists use these letters (domain §7). */
export const GENDER_LETTERS: Record<Gender, string> = { f: 'w', m: 'm', d: 'd' }

export const wholeLastname = ({ lastname, lastname_prefix }: Pick<ExportedPupil, 'lastname' | 'lastname_prefix'>) =>
  lastname_prefix ? `${lastname_prefix} ${lastname}` : lastname

/** The address of a guardian in a program's columns; empty when unknown. */
export const addressOf = (guardian: ExportedGuardian, pupil: ExportedPupil) => {
  const home = homeOf(guardian, pupil)
  return { street: home ? streetLine(home) : '', zip: home?.zip ?? '', city: home?.city ?? '' }
}

/** On one line, because programs read one line for each row. */
export const flat = (text: string | number | null) => String(text ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
