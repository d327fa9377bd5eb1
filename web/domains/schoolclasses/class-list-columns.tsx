import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import { listName } from '#contract/person-names.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { ClassContact, ClassPupil } from '#contract/schoolclasses/schoolclasses.ts'
import { byBirthday } from './birthdays.ts'
import classes from './ClassListTable.module.css'
import type { ClassList } from './class-lists.ts'

export interface ListColumn {
  key: string
  /** Missing: an empty column to write in. */
  title?: string
  className?: string | undefined
  render?: (pupil: ClassPupil) => ReactNode
}

type Guardian = ClassContact['guardians'][number]
type GuardiansOf = (pupil: ClassPupil) => readonly Guardian[]

const Phones = ({ phones }: { phones: readonly string[] }) => (
  <span className={classes.phones}>
    {phones.map((phone) => (
      <a key={phone} href={phoneLink(phone)} className="sh-figures">
        {displayPhone(phone)}
      </a>
    ))}
  </span>
)

/** In an emergency it matters who may decide and who may take the child along (domain §1.0, class C). */
const dutiesText = ({ has_custody, may_pickup }: Guardian) =>
  [has_custody ? 'sorgeberechtigt' : 'nicht sorgeberechtigt', may_pickup ? 'darf abholen' : 'darf nicht abholen'].join(
    ', ',
  )

const Reach = ({ guardians, isEmergency }: { guardians: readonly Guardian[]; isEmergency: boolean }) => {
  const shown = isEmergency ? guardians : guardians.filter(({ phones }) => phones.length > 0)
  if (shown.length === 0) return <span className="sh-quiet">keine Telefonnummer</span>
  return (
    <ul className={`sh-plain-list ${classes.reach}`}>
      {shown.map((guardian) => (
        <li key={`${guardian.name} ${guardian.relationship}`}>
          <span>
            {guardian.name} <span className="sh-quiet">({relationshipText(guardian.relationship)})</span>
            {isEmergency && <span className="sh-quiet sh-small sh-block">{dutiesText(guardian)}</span>}
          </span>
          {guardian.phones.length > 0 ? (
            <Phones phones={guardian.phones} />
          ) : (
            <span className="sh-quiet">keine Nummer</span>
          )}
        </li>
      ))}
    </ul>
  )
}

const NAME: ListColumn = { key: 'name', title: 'Name', className: classes.name, render: listName }
const BIRTHDATE: ListColumn = {
  key: 'birthdate',
  title: 'Geburtsdatum',
  render: ({ birthdate }) => birthdate && formatDate(birthdate),
}
const GENDER: ListColumn = {
  key: 'gender',
  title: 'w/m/d',
  render: ({ gender }) => gender && { f: 'w', m: 'm', d: 'd' }[gender],
}

const blankColumns = (count: number): ListColumn[] =>
  Array.from({ length: count }, (_, index) => ({ key: `blank ${index}`, className: classes.blank }))

const reachColumn = (guardiansOf: GuardiansOf, title: string, isEmergency = false): ListColumn => ({
  key: 'guardians',
  title,
  render: (pupil) => <Reach guardians={guardiansOf(pupil)} isEmergency={isEmergency} />,
})

interface ListFacts {
  pupils: readonly ClassPupil[]
  contacts: readonly ClassContact[]
  /** What the school calls guardians. */
  guardian: string
}

/** Columns beside the number; what nobody of the class has is left out. */
export const listColumns = (list: ClassList, { pupils, contacts, guardian }: ListFacts): ListColumn[] => {
  const guardiansOf: GuardiansOf = ({ id }) => contacts.find(({ pupil_id }) => pupil_id === id)?.guardians ?? []
  const known = [BIRTHDATE, GENDER].filter(({ key }) => pupils.some((pupil) => key in pupil))
  const columns: Record<ClassList, ListColumn[]> = {
    klasse: [NAME, ...known, { key: 'note', title: 'Bemerkung', className: classes.wide }],
    unterschriften: [NAME, { key: 'signature', title: 'Unterschrift', className: classes.wide }],
    telefon: [NAME, reachColumn(guardiansOf, guardian)],
    notfall: [
      NAME,
      ...known.filter(({ key }) => key === 'birthdate'),
      reachColumn(guardiansOf, 'Erreichbar in dieser Reihenfolge', true),
    ],
    geburtstage: [
      {
        key: 'day',
        title: 'Geburtstag',
        // Without the year, so that the list can hang in the classroom (domain §3.6).
        render: ({ birthdate }) => birthdate && formatDate(birthdate).slice(0, 6),
      },
      NAME,
    ],
    'spalten-5': [NAME, ...blankColumns(5)],
    'spalten-10': [NAME, ...blankColumns(10)],
  }
  return columns[list]
}

/** By name as the class is shown, or through the year. */
export const listRows = (list: ClassList, pupils: readonly ClassPupil[]) =>
  list === 'geburtstage' ? [...pupils].sort(byBirthday) : pupils
