import { Cake, Phone } from 'lucide-react'
import { ageOn, formatDate } from '#contract/dates.ts'
import { emergencyCalls } from '#contract/families/families.people.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import { fullName, listName } from '#contract/person-names.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { ClassContact, ClassPupil, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay } from '#web/api/base-data.ts'
import { PresenceWidget, ReportedWidget, useFirstNumber } from '#web/domains/sicknotes/PresenceWidget.tsx'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { openFrameDialog, QUICK_VIEW } from '#web/shell/frame-dialogs.ts'
import parts from '#web/ui/page-parts.module.css'
import { birthdayMark } from './birthdays.ts'
import classes from './schoolclasses.module.css'

const MARKS = { today: 'heute Geburtstag', week: 'diese Woche Geburtstag' } as const

const BirthdateCell = ({ birthdate, today }: { birthdate: string; today: string }) => {
  const mark = birthdayMark(birthdate, today)
  return (
    <span className="sh-inline sh-gap-2">
      <time dateTime={birthdate}>{`${formatDate(birthdate)} (${ageOn(birthdate, today)})`}</time>
      {mark && (
        <span className={`sh-inline ${mark === 'today' ? 'sh-warn' : 'sh-quiet'}`} title={MARKS[mark]}>
          <Cake size={20} aria-hidden />
          <span className="sh-visually-hidden">{MARKS[mark]}</span>
        </span>
      )}
    </span>
  )
}

const nextText = ({ date_start, schoolclass }: NonNullable<ClassPupil['next']>) =>
  `ab ${formatDate(date_start)} ${schoolclass ? `in ${schoolclass.classgradePlain}` : 'ohne Klasse'}`

/** The number that is called first in an emergency, and whose it is. */
const FirstPhone = ({ guardians, others }: Pick<ClassContact, 'guardians' | 'others'>) => {
  const first = emergencyCalls([...guardians, ...others]).people.find(({ phones }) => phones.length > 0)
  const [phone] = first?.phones ?? []
  if (!first || phone === undefined) return <span className="sh-quiet">keine Nummer</span>
  return (
    <span className="sh-one-line">
      <a href={phoneLink(phone)} className="sh-figures" title={first.name}>
        {displayPhone(phone)}
      </a>{' '}
      <span className="sh-quiet sh-small">{relationshipText(first.relationship ?? '')}</span>
    </span>
  )
}

interface PhoneToolsProps {
  pupil: ClassPupil
  schoolclass: SchoolclassDetails
}

/** Numbers are only loaded when they are asked for; of a child that is missing they are here, and the call comes next. */
const CallButton = ({ pupil, schoolclass: { id, classgradePlain } }: PhoneToolsProps) => {
  const first = useFirstNumber(pupil.id)
  if (first)
    return (
      <a href={phoneLink(first.phone)} className={`${parts.iconButton} ${classes.call}`} title={first.name}>
        <Phone size={20} aria-hidden />
        <span className="sh-visually-hidden">{`${first.name} anrufen: ${displayPhone(first.phone)}`}</span>
      </a>
    )
  return (
    <button
      type="button"
      className={parts.iconButton}
      aria-label={`Kontakte: ${fullName(pupil)}`}
      title="Kontakte"
      onClick={() => openFrameDialog(QUICK_VIEW, { ...pupil, schoolclass: { id, classgradePlain } })}
    >
      <Phone size={20} aria-hidden />
    </button>
  )
}

/** On a phone, beside the name: whether the child is here today, and whom to call. */
export const PhoneTools = (props: PhoneToolsProps) => {
  const seesContacts = useMay()(['manage pupil', 'view attached schoolclasses'])
  return (
    <>
      <ReportedWidget pupilId={props.pupil.id} />
      <span className="sh-inline sh-gap-1" style={{ marginInlineStart: 'auto' }}>
        <PresenceWidget pupil={props.pupil} />
        {seesContacts && <CallButton {...props} />}
      </span>
    </>
  )
}

/** Numbers are class C: nothing of them is loaded while nobody sees the column, and each load is logged. */
export const PHONE_KEY = 'phone'

interface ShownClass {
  schoolclass: SchoolclassDetails
  today: string
  /** Undefined until they are here; null: the viewer gets none. */
  contacts: readonly ClassContact[] | undefined | null
  /** The viewer marks nobody as missing: a column of its own would be empty but for the few who are away. */
  isAwayBesideName: boolean
}

const NameAndAway = ({ pupil }: { pupil: ClassPupil }) => (
  <span className="sh-inline sh-gap-3">
    {listName(pupil)}
    <PresenceWidget pupil={pupil} />
  </span>
)

/** What is known of the pupils of this class; with 'names only' just these (domain §4). */
export const classPupilColumns = ({
  schoolclass,
  today,
  contacts,
  isAwayBesideName,
}: ShownClass): TableColumn<ClassPupil>[] => {
  const { pupils, schoolgrade_to, school_year } = schoolclass
  const hasBirthdates = pupils.some(({ birthdate }) => birthdate !== undefined)
  const isNow = school_year.state === 'active'
  const inCard = isNow ? 'none' : 'fact'
  const columns: (TableColumn<ClassPupil> | false)[] = [
    {
      key: 'name',
      title: 'Name',
      sortKey: 'lastname',
      render: (pupil) => (isNow && isAwayBesideName ? <NameAndAway pupil={pupil} /> : listName(pupil)),
    },
    isNow &&
      !isAwayBesideName && {
        key: 'today',
        title: 'Heute',
        // The width is the same before and after a press, so that nothing moves under the pointer.
        width: '13rem',
        // A phone has it beside the name: in the morning the whole class is gone through.
        inCard: 'none',
        render: (pupil) => <PresenceWidget pupil={pupil} />,
      },
    pupils.some(({ next }) => next !== undefined) && {
      key: 'next',
      title: 'Wechsel',
      render: ({ next }) => next && nextText(next),
    },
    contacts !== null && {
      key: PHONE_KEY,
      title: 'Telefon',
      width: '13rem',
      inCard: 'none',
      render: ({ id }) => {
        const contact = contacts?.find(({ pupil_id }) => pupil_id === id)
        return contact && <FirstPhone {...contact} />
      },
    },
    hasBirthdates && {
      key: 'birthdate',
      title: 'Geburtstag (Alter)',
      sortKey: 'birthdate',
      inCard,
      render: ({ birthdate }) => birthdate && <BirthdateCell birthdate={birthdate} today={today} />,
    },
    pupils.some(({ gender }) => gender !== undefined) && {
      key: 'gender',
      title: 'Geschlecht',
      sortKey: 'gender',
      inCard,
      render: ({ gender }) => gender && GENDER_LABELS[gender],
    },
    schoolgrade_to !== null &&
      pupils.some(({ schoolgrade }) => schoolgrade !== undefined) && {
        key: 'schoolgrade',
        title: 'Stufe',
        sortKey: 'schoolgrade',
        inCard,
        render: ({ schoolgrade }) => schoolgrade?.grade,
      },
    pupils.some(({ date_start }) => date_start !== undefined) && {
      key: 'date_start',
      title: 'In der Klasse seit',
      sortKey: 'date_start',
      isHiddenFirst: true,
      inCard: 'none',
      render: ({ date_start }) => date_start && <time dateTime={date_start}>{formatDate(date_start)}</time>,
    },
  ]
  return columns.filter((column) => column !== false)
}

type Compare = (a: ClassPupil, b: ClassPupil) => number
const textOrder =
  (key: 'gender' | 'birthdate' | 'date_start'): Compare =>
  (a, b) =>
    (a[key] ?? '').localeCompare(b[key] ?? '')

const ORDERS: Record<string, Compare> = {
  birthdate: textOrder('birthdate'),
  gender: textOrder('gender'),
  date_start: textOrder('date_start'),
  schoolgrade: (a, b) => (a.schoolgrade?.grade ?? 0) - (b.schoolgrade?.grade ?? 0),
}

/** The server's order by name, or by a column and within it by name; a minus turns it round. */
export const sortedPupils = (pupils: readonly ClassPupil[], sort: string) => {
  const sign = sort.startsWith('-') ? -1 : 1
  const compare = ORDERS[sort.replace(/^-/, '')]
  if (compare) return [...pupils].sort((a, b) => sign * compare(a, b))
  return sign === 1 ? [...pupils] : [...pupils].reverse()
}
