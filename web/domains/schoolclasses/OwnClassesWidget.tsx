import { Button, Card, Skeleton, Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Cake, List, Phone } from 'lucide-react'
import { fullName } from '#contract/person-names.ts'
import type { ClassPupil, Schoolclass } from '#contract/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { birthdayMark } from './birthdays.ts'
import classes from './ClassesWidget.module.css'
import { ClassSizeField } from './ClassSizeField.tsx'
import { schoolclassListQuery, schoolclassQuery } from './schoolclass-queries.ts'

const Birthdays = ({ pupils, today }: { pupils: readonly ClassPupil[]; today: string }) => {
  const born = pupils.filter(({ birthdate }) => birthdate && birthdayMark(birthdate, today) === 'today')
  if (born.length === 0) return null
  return (
    <p className={classes.birthdays}>
      <Cake size={20} aria-hidden />
      {`Heute Geburtstag: ${born.map(fullName).join(', ')}`}
    </p>
  )
}

interface OwnClassProps {
  schoolclass: Schoolclass
  /** Missing while they are loaded. */
  pupils: readonly ClassPupil[] | undefined
}

const OwnClass = ({ schoolclass, pupils = [] }: OwnClassProps) => {
  const { id, classgradePlain } = schoolclass
  const today = useToday()
  const ways = [
    { text: 'Klassenliste', to: undefined, icon: List },
    { text: 'Telefonliste', to: { liste: 'telefon' }, icon: Phone },
  ]
  return (
    <li>
      <div className={classes.ownHead}>
        <Link to={paths.schoolclass(id)}>{classgradePlain}</Link>
        <ClassSizeField schoolclass={schoolclass} />
      </div>
      <Birthdays pupils={pupils} today={today} />
      <div className={classes.ways}>
        {ways.map(({ text, to, icon: Icon }) => (
          <Button
            key={text}
            variant="default"
            leftSection={<Icon size={20} aria-hidden />}
            aria-label={`${text} ${classgradePlain}`}
            renderRoot={(props) => <Link {...props} to={paths.schoolclass(id)} {...(to && { search: to })} />}
          >
            {text}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** For who sees only own classes (domain §9b): how many children, who has birthday, whom to call. */
export const OwnClassesWidget = () => {
  const list = useQuery({ ...schoolclassListQuery(), meta: { quiet: true } })
  const rows = list.data ?? []
  const details = useQueries({ queries: rows.map(({ id }) => schoolclassQuery(id)) })
  return (
    <Card component="section" aria-labelledby="own-classes">
      <Title order={2} id="own-classes" mb="sm">
        Meine Klassen heute
      </Title>
      {list.isPending && <Skeleton height={120} />}
      {list.isError && !list.data && <NotLoaded onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState title="Ihnen ist noch keine Klasse zugeordnet." text="Hier stehen die Kinder Ihrer Klassen." />
      )}
      {rows.length > 0 && (
        <ul className={classes.own}>
          {rows.map((schoolclass, index) => (
            <OwnClass key={schoolclass.id} schoolclass={schoolclass} pupils={details[index]?.data?.pupils} />
          ))}
        </ul>
      )}
    </Card>
  )
}
