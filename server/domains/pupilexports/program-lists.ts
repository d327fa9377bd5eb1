import { streetLine } from '#contract/addresses.ts'
import { formatDate } from '#contract/dates.ts'
import { displayPhone } from '#contract/phone.ts'
import type { ExportOptions } from '#contract/pupilexports/pupilexports.ts'
import { listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import {
  addressOf,
  type ExportedGuardian,
  type ExportedPupil,
  GENDER_LETTERS,
  wholeLastname,
} from './exported-pupil.ts'

/** A list for another program: its headings and the cell of each column; null is empty. */
export interface ProgramList<R> {
  delimiter: ',' | ';' | '\t'
  columns: readonly (readonly [heading: string, cell: (row: R) => string | null])[]
}

/**
 * Removes signs that would start a formula when somebody opens the file in a spreadsheet program; an apostrophe is no
 * solution, because the target program would keep it. Forms refuse such names and addresses, but older rows still have
 * them.
 */
const plainCell = (text: string | null) => text?.replace(/^[\s=+\-@＝＋－＠]+/u, '') ?? null

const day = (iso: string | null) => iso && formatDate(iso)
const className = ({ schoolclass }: ExportedPupil) => schoolclass?.name ?? null
const number = ({ pupil_number }: ExportedPupil) => pupil_number
const nothing = () => null
const no = () => 'False'

const isMobile = (phone: string) => /^01[567]/.test(phone)
const ownPhone = ({ phone }: ExportedPupil, wantsMobile: boolean) => {
  const shown = phone && displayPhone(phone)
  return shown && isMobile(shown) === wantsMobile ? shown : null
}

/** The headings of columns that can have content. */
export const filledHeadings = <R>({ columns }: ProgramList<R>) =>
  columns.filter(([, cell]) => cell !== nothing).map(([heading]) => heading)

/** Domain §6.4: the headings of WebUntis' own report. It has the child's address, and only on request. */
export const webuntisList = ({ addresses }: Pick<ExportOptions, 'addresses'>): ProgramList<ExportedPupil> => {
  const onRequest = (cell: (pupil: ExportedPupil) => string | null) => (addresses ? cell : nothing)
  return {
    delimiter: '\t',
    columns: [
      ['name', number],
      ['longName', (pupil) => plainCell(wholeLastname(pupil))],
      ['foreName', ({ firstname }) => plainCell(firstname)],
      ['gender', ({ gender }) => GENDER_LETTERS[gender]],
      ['birthDate', ({ birthdate }) => day(birthdate)],
      ['klasse.name', className],
      ['entryDate', ({ date_entry }) => day(date_entry)],
      ['exitDate', ({ date_exit }) => day(date_exit)],
      ['text', nothing],
      ['id', nothing],
      ['externKey', number],
      ['medicalReportDuty', no],
      ['schulpflicht', no],
      ['majority', no],
      ['address.email', onRequest(({ mail }) => plainCell(mail))],
      ['address.mobile', onRequest((pupil) => ownPhone(pupil, true))],
      ['address.phone', onRequest((pupil) => ownPhone(pupil, false))],
      ['address.city', onRequest(({ city }) => plainCell(city))],
      ['address.postCode', onRequest(({ zip }) => plainCell(zip))],
      ['address.street', onRequest((pupil) => plainCell(streetLine(pupil)))],
    ],
  }
}

/** Domain §6.5; it never contains a password. */
export const iservList: ProgramList<ExportedPupil> = {
  delimiter: ';',
  columns: [
    ['Import-ID', number],
    ['Vorname', ({ firstname }) => plainCell(firstname)],
    ['Nachname', (pupil) => plainCell(wholeLastname(pupil))],
    ['Klasse/Information', className],
  ],
}

export interface GuardianOfChild {
  guardian: ExportedGuardian
  pupil: ExportedPupil
}

export const guardiansOfChildren = (pupils: readonly ExportedPupil[]): GuardianOfChild[] =>
  pupils.flatMap((pupil) => pupil.guardians.map((guardian) => ({ guardian, pupil })))

/** Domain §6.5: one row for each guardian and child. */
export const iservParentsList: ProgramList<GuardianOfChild> = {
  delimiter: ';',
  columns: [
    ['Vorname', ({ guardian }) => plainCell(guardian.firstname)],
    ['Nachname', ({ guardian }) => plainCell(guardian.lastname)],
    ['Kind-ID', ({ pupil }) => pupil.pupil_number],
    ['Straße', ({ guardian, pupil }) => plainCell(addressOf(guardian, pupil).street)],
    ['PLZ', ({ guardian, pupil }) => plainCell(addressOf(guardian, pupil).zip)],
    ['Ort', ({ guardian, pupil }) => plainCell(addressOf(guardian, pupil).city)],
    [
      'Telefon',
      ({ guardian }) => {
        const phone = listedPhone(guardian)
        return phone && displayPhone(phone)
      },
    ],
    ['E-Mail', ({ guardian }) => plainCell(guardian.mail)],
  ],
}

interface MoodleSchool {
  school: { short: string; name: string }
  /** The name of a class's school year. */
  yearOf: (pupil: ExportedPupil) => string
  /** By the pupil's id. */
  usernames: ReadonlyMap<number, string>
  auth: string
  mailDomain: string
}

/**
 * Domain §6.6. Contains the mail address only when it is one of the school: Moodle does not need a private one, and
 * gets an invented address that reaches nobody.
 */
export const moodleList = ({
  school,
  yearOf,
  usernames,
  auth,
  mailDomain,
}: MoodleSchool): ProgramList<ExportedPupil> => ({
  delimiter: ',',
  columns: [
    ['username', ({ id }) => usernames.get(id) ?? null],
    ['firstname', ({ firstname }) => plainCell(firstname)],
    ['lastname', (pupil) => plainCell(wholeLastname(pupil))],
    [
      'email',
      ({ mail, pupil_number }) =>
        mail?.toLowerCase().endsWith(`@${mailDomain}`)
          ? plainCell(mail)
          : `${pupil_number.toLowerCase()}@${mailDomain}`,
    ],
    ['idnumber', number],
    ['institution', () => school.name],
    ['department', className],
    ['cohort1', (pupil) => pupil.schoolclass && `${school.short}-${yearOf(pupil)}-${pupil.schoolclass.name}`],
    ['auth', () => auth],
  ],
})
