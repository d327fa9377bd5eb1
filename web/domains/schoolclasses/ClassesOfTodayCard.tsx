import { Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Cake, List, Phone, UserCheck } from 'lucide-react'
import { fullName } from '#contract/person-names.ts'
import type { ClassName, ClassPupil } from '#contract/schoolclasses/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { AbsentTodayWidget } from '#web/domains/sicknotes/AbsentTodayWidget.tsx'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { birthdayMark, byBirthday } from './birthdays.ts'
import { ClassSizeField } from './ClassSizeField.tsx'
import { CLASS_LISTS, type ClassList } from './class-lists.ts'
import { schoolclassQuery } from './schoolclass-queries.ts'
import classes from './schoolclasses.module.css'

const Birthdays = ({ pupils }: { pupils: readonly ClassPupil[] }) => {
  const today = useToday()
  const namesOf = (wanted: ReturnType<typeof birthdayMark>) =>
    pupils
      .filter(({ birthdate }) => birthdate && birthdayMark(birthdate, today) === wanted)
      .sort(byBirthday)
      .map((pupil) => (wanted === 'today' ? fullName(pupil) : `${fullName(pupil)} (${pupil.birthdate?.slice(8)}.)`))
  const days = [
    { title: 'Heute Geburtstag', names: namesOf('today') },
    { title: 'Diese Woche Geburtstag', names: namesOf('week') },
  ].filter(({ names }) => names.length > 0)
  return days.map(({ title, names }) => (
    <p key={title} className="sh-line sh-flush sh-above-1 sh-gap-2">
      <Cake size={20} className="sh-fixed sh-warn" aria-hidden />
      {`${title}: ${names.join(', ')}`}
    </p>
  ))
}

const WAYS: readonly { list: ClassList; icon: typeof List }[] = [
  { list: 'klasse', icon: List },
  { list: 'telefon', icon: Phone },
]

interface WaysProps extends ClassName {
  /** To look who is here is what the page is opened for. */
  isMain: boolean
}

const Ways = ({ id, classgradePlain, isMain }: WaysProps) => (
  <div className={`sh-wrap sh-above-2 sh-gap-2 ${classes.ways}`}>
    <IconButton
      icon={UserCheck}
      px="sm"
      {...(isMain && { variant: 'filled' })}
      aria-label={`Anwesenheit prüfen ${classgradePlain}`}
      to={paths.schoolclass(id)}
    >
      Anwesenheit prüfen
    </IconButton>
    {WAYS.map(({ list, icon }) => (
      <IconButton
        key={list}
        icon={icon}
        px="sm"
        aria-label={`${CLASS_LISTS[list].title} ${classgradePlain}`}
        to={`${paths.schoolclass(id)}?liste=${list}`}
      >
        {CLASS_LISTS[list].title}
      </IconButton>
    ))}
  </div>
)

/** One row for each class: the number of children, absent ones to call, birthdays, and the lists (domain §9b). */
export const ClassesOfTodayCard = ({ own }: { own: readonly ClassName[] }) => {
  const replies = useQueries({ queries: own.map(({ id }) => schoolclassQuery(id)) })
  const isNarrow = useNarrow() === true
  return (
    <ul className={`sh-plain-list ${classes.own}`}>
      {own.map((schoolclass, index) => {
        const { data, isError, refetch } = replies[index] ?? {}
        const birthdays = data && <Birthdays pupils={data.pupils} />
        return (
          <li key={schoolclass.id}>
            <div className={`sh-words sh-gap-3 sh-rows-0 ${classes.ownHead}`}>
              <Link to={paths.schoolclass(schoolclass.id)}>{schoolclass.classgradePlain}</Link>
              {data && <ClassSizeField schoolclass={data} />}
              {!data && !isError && <Skeleton width={90} height={16} />}
            </div>
            <AbsentTodayWidget schoolclassId={schoolclass.id} />
            {!isNarrow && birthdays}
            {!data && isError && <NotLoaded onRetry={() => void refetch?.()} />}
            <Ways {...schoolclass} isMain={isNarrow && own.length === 1} />
            {/* On a phone what is to be done comes first. */}
            {isNarrow && birthdays}
          </li>
        )
      })}
    </ul>
  )
}
