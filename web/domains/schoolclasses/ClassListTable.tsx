import { useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import { emergencyCalls } from '#contract/families/families.people.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import { listName } from '#contract/person-names.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { ClassContact, ClassPupil, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels, useSignedIn, useToday } from '#web/api/base-data.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import { searchTest } from '#web/lists/shown-rows.ts'
import { EmptyState, NoHits } from '#web/ui/EmptyState.tsx'
import { printStamp } from '#web/ui/PrintHead.tsx'
import { byBirthday } from './birthdays.ts'
import classes from './class-lists.module.css'
import { CLASS_LISTS, needsContacts, type PaperList } from './class-lists.ts'
import { familyPhones, missingFamiliesText } from './family-phones.ts'

type Column = PlainColumn<ClassPupil>
type Guardian = ClassContact['guardians'][number]
type Other = ClassContact['others'][number]
type Reachable = Guardian | Other
type PeopleOf = (pupil: ClassPupil) => readonly Reachable[]

const Phones = ({ phones }: { phones: readonly string[] }) => (
  <span className={classes.phones}>
    {phones.map((phone) => (
      <a key={phone} href={phoneLink(phone)} className="sh-figures">
        {displayPhone(phone)}
      </a>
    ))}
  </span>
)

/** What must not be overlooked: who may not take the child along, who may not decide (domain §1.0, class C). */
const refusalsOf = (person: Reachable) => [
  ...(person.may_pickup ? [] : ['darf nicht abholen']),
  ...('has_custody' in person && !person.has_custody ? ['nicht sorgeberechtigt'] : []),
]

/** In words and with a sign, so that it is seen on paper without colours, too. */
const Rights = ({ person }: { person: Reachable }) => (
  <span className="sh-small">
    {person.may_pickup && <span className="sh-quiet">darf abholen </span>}
    {refusalsOf(person).map((refusal) => (
      <strong key={refusal} className={classes.refusal}>
        ✕ {refusal}{' '}
      </strong>
    ))}
  </span>
)

const relationText = (person: Reachable) =>
  'has_custody' in person ? relationshipText(person.relationship) : person.relationship

const keyOf = ({ name, relationship, phones }: Reachable) => `${name} ${relationship} ${phones.join(' ')}`

const PersonName = ({ person }: { person: Reachable }) => (
  <span>
    {person.name} {relationText(person) && <span className="sh-quiet">({relationText(person)})</span>}
  </span>
)

const Reach = ({ people, isEmergency = false }: { people: readonly Reachable[]; isEmergency?: boolean }) => {
  const shown = isEmergency ? people : people.filter(({ phones }) => phones.length > 0)
  if (shown.length === 0) return <span className="sh-quiet">keine Telefonnummer</span>
  return (
    <ul className={`sh-plain-list ${classes.reach} ${isEmergency ? classes.emergency : ''}`}>
      {shown.map((person) => (
        <li key={keyOf(person)}>
          <PersonName person={person} />
          {person.phones.length > 0 ? (
            <Phones phones={person.phones} />
          ) : (
            <span className="sh-quiet">keine Nummer</span>
          )}
          {isEmergency && <Rights person={person} />}
        </li>
      ))}
    </ul>
  )
}

/** The people to call come in their order; others who may take the child along stand below them. */
const EmergencyReach = ({ people }: { people: readonly Reachable[] }) => {
  const { people: called, lack } = emergencyCalls(people)
  const others = people.filter((person) => person.may_pickup && !called.includes(person))
  return (
    <>
      {lack && <strong className={classes.refusal}>{lack}</strong>}
      {called.length > 0 && <Reach people={called} isEmergency />}
      {others.length > 0 && (
        <p className="sh-flush sh-small">
          <span className="sh-quiet">Darf auch abholen, kein Notfallkontakt: </span>
          {others.map((person) => [person.name, ...person.phones.map(displayPhone)].join(' ')).join(', ')}
        </p>
      )}
    </>
  )
}

const NAME: Column = { title: 'Name', isName: true, className: classes.pupil, cell: listName }
/** Paper has the birth date below the name: with a column less, a class fits one sheet. */
const NAME_AND_BIRTHDATE: Column = {
  ...NAME,
  cell: (pupil) => (
    <>
      {listName(pupil)}
      {pupil.birthdate && (
        <span className={`sh-paper-only ${classes.born}`}>{`geb. ${formatDate(pupil.birthdate)}`}</span>
      )}
    </>
  ),
}
const BIRTHDATE: Column = {
  key: 'birthdate',
  title: 'Geburtsdatum',
  className: classes.birthdate,
  cell: ({ birthdate }) => birthdate && formatDate(birthdate),
}
const GENDER: Column = {
  key: 'gender',
  title: 'w/m/d',
  cell: ({ gender }) => gender && { f: 'w', m: 'm', d: 'd' }[gender],
}

const blankColumns = (count: number): Column[] =>
  Array.from({ length: count }, (_, index) => ({ key: `blank ${index}`, title: '', className: classes.blank }))

interface ListFacts {
  pupils: readonly ClassPupil[]
  contacts: readonly ClassContact[]
  /** What the school calls guardians. */
  guardian: string
}

/** Columns beside the number; what nobody of the class has is left out. */
const listColumns = (list: PaperList, { pupils, contacts, guardian }: ListFacts): Column[] => {
  const contactOf = (pupil: ClassPupil) => contacts.find(({ pupil_id }) => pupil_id === pupil.id)
  const guardiansOf: PeopleOf = (pupil) => contactOf(pupil)?.guardians ?? []
  const familyOf: PeopleOf = (pupil) => familyPhones({ guardians: contactOf(pupil)?.guardians ?? [] })
  const everybodyOf: PeopleOf = (pupil) => [...guardiansOf(pupil), ...(contactOf(pupil)?.others ?? [])]
  const known = [BIRTHDATE, GENDER].filter(({ key = '' }) => pupils.some((pupil) => key in pupil))
  const columns: Record<PaperList, Column[]> = {
    klasse: [NAME, ...known, { title: 'Bemerkung', className: classes.wide }],
    unterschriften: [NAME, { title: 'Unterschrift', className: classes.wide }],
    telefon: [NAME, { title: guardian, cell: (pupil) => <Reach people={guardiansOf(pupil)} /> }],
    'telefon-familien': [NAME, { title: guardian, cell: (pupil) => <Reach people={familyOf(pupil)} /> }],
    notfall: [
      NAME_AND_BIRTHDATE,
      ...known.filter(({ key }) => key === 'birthdate'),
      { title: 'Erreichbar in dieser Reihenfolge', cell: (pupil) => <EmergencyReach people={everybodyOf(pupil)} /> },
    ],
    geburtstage: [
      {
        title: 'Geburtstag',
        // Without the year, so that the list can hang in the classroom (domain §3.6).
        cell: ({ birthdate }) => birthdate && formatDate(birthdate).slice(0, 6),
      },
      NAME,
    ],
    'spalten-5': [NAME, ...blankColumns(5)],
    'spalten-10': [NAME, ...blankColumns(10)],
  }
  return columns[list]
}

/** By name as the class is shown, or through the year; families get only those who agreed. */
const listRows = (list: PaperList, pupils: readonly ClassPupil[], contacts: readonly ClassContact[]) => {
  if (list === 'geburtstage') return [...pupils].sort(byBirthday)
  if (list !== 'telefon-familien') return pupils
  const sharing = new Set(contacts.filter(({ shares_phone }) => shares_phone).map(({ pupil_id }) => pupil_id))
  return pupils.filter(({ id }) => sharing.has(id))
}

/** Who may get the sheet. */
const READERS: Partial<Record<PaperList, string>> = {
  telefon: 'Nur für die Schule – nicht an Familien weitergeben',
  'telefon-familien': 'Nur für die Familien der Klasse',
}

interface ClassListTableProps {
  schoolclass: SchoolclassDetails
  list: PaperList
  contacts?: readonly ClassContact[]
  /** Nothing of it on the screen: the page shows the class itself. */
  isPaperOnly?: boolean
}

/** Stands in the table's head, so that the browser repeats it on every sheet. */
const PaperHead = ({ schoolclass, list, columns, count }: ClassListTableProps & { columns: number; count: number }) => {
  const school = useSignedIn()?.school
  const today = useToday()
  const { class_teacher } = useLabels()
  const { classgradePlain, school_year, responsible_teachers, room } = schoolclass
  const facts = [
    responsible_teachers.length > 0 && `${class_teacher}: ${responsible_teachers.map(({ name }) => name).join(', ')}`,
    room && `Raum ${room}`,
    childrenText(count),
    list === 'notfall' && 'vertraulich',
  ]
  return (
    <tr className={`sh-paper-only ${classes.paperHead}`}>
      <td colSpan={columns}>
        <p className={classes.paperTitle}>{`${CLASS_LISTS[list].title} ${classgradePlain}`}</p>
        <p>{`${school?.name ?? ''} · Schuljahr ${school_year.name} · ${printStamp(today)}`}</p>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        {READERS[list] && (
          <p>
            <strong>{READERS[list]}</strong>
          </p>
        )}
      </td>
    </tr>
  )
}

const LOOKS: Partial<Record<PaperList, string | undefined>> = {
  unterschriften: classes.signatures,
  telefon: classes.reachable,
  'telefon-familien': classes.reachable,
  notfall: classes.reachable,
  'spalten-5': classes.fiveColumns,
}

/**
 * A list of a class to print (ux §3.5): all pupils, with the school, the class and the day on every sheet. On the screen
 * whom to call is found by the child's name.
 */
export const ClassListTable = (props: ClassListTableProps) => {
  const { schoolclass, list, contacts = [], isPaperOnly = false } = props
  const { classgradePlain, pupils } = schoolclass
  const { guardian } = useLabels()
  const [search, setSearch] = useState('')
  const isPrinting = usePrinting()
  const isFound = searchTest(isPrinting ? '' : search)
  const all = listRows(list, pupils, contacts)
  const rows = all.filter((pupil) => isFound([listName(pupil)]))
  const columns: Column[] = [
    { title: 'Nr.', className: classes.number, cell: (pupil) => all.indexOf(pupil) + 1 },
    ...listColumns(list, { pupils, contacts, guardian }),
  ]
  const missing = list === 'telefon-familien' && missingFamiliesText(contacts)
  if (missing && all.length === 0)
    return <EmptyState title="Noch keine Familie hat eingewilligt." text={`${missing}.`} />
  const looks = [classes.list, LOOKS[list], isPaperOnly && 'sh-paper-only']
  return (
    <>
      {needsContacts(list) && !isPaperOnly && (
        <div className={`sh-screen-only ${classes.search}`}>
          <SearchField label="Kind suchen" value={search} onSearch={setSearch} />
        </div>
      )}
      {missing && <p className="sh-flush sh-below-2 sh-screen-only">{missing}.</p>}
      <PlainTable
        isBare
        className={looks.filter(Boolean).join(' ')}
        caption={`${CLASS_LISTS[list].title} ${classgradePlain}`}
        columns={columns}
        rows={rows}
        above={<PaperHead {...props} columns={columns.length} count={all.length} />}
      />
      {search !== '' && rows.length === 0 && <NoHits search={search} onReset={() => setSearch('')} />}
    </>
  )
}
