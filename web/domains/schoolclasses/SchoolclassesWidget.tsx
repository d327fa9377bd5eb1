import { Button, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { sizeText } from './class-texts.ts'
import { schoolclassListQuery } from './schoolclass-queries.ts'
import classes from './schoolclasses.module.css'

const LIST_ID = 'class-list'

interface SchoolclassesWidgetProps {
  /** Whether the list is shown until somebody hides it. */
  isOpen?: boolean
}

const ClassLinks = ({ rows, isShown }: { rows: readonly Schoolclass[]; isShown: boolean }) => (
  <ul
    id={LIST_ID}
    className={`sh-plain-list sh-wrap sh-above-3 sh-gap-2 ${classes.chips}`}
    hidden={!isShown}
    aria-label="Klassen"
  >
    {rows.map((schoolclass) => (
      <li key={schoolclass.id}>
        <Link to={paths.schoolclass(schoolclass.id)} className={classes.classLink ?? ''}>
          <strong>{schoolclass.classgradePlain}</strong>
          <span className="sh-quiet sh-small sh-figures">{sizeText(schoolclass)}</span>
        </Link>
      </li>
    ))}
  </ul>
)

const ListToggle = ({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) => {
  const Icon = isShown ? ChevronUp : ChevronDown
  return (
    <Button
      variant="subtle"
      px="xs"
      mr="calc(-1 * var(--mantine-spacing-xs))"
      aria-expanded={isShown}
      aria-controls={LIST_ID}
      rightSection={<Icon size={20} aria-hidden />}
      onClick={onToggle}
    >
      {isShown ? 'Klassen ausblenden' : 'Klassen anzeigen'}
    </Button>
  )
}

const CountLine = ({ count, children }: { count: number; children: ReactNode }) => (
  <div className="sh-row sh-spread sh-gap-3 sh-rows-2">
    <p className="sh-quiet sh-flush">
      <Text component="strong" fz="1.5rem" fw={600} c="var(--sh-ink)" className="sh-figures">
        {count}
      </Text>{' '}
      {count === 1 ? 'Klasse' : 'Klassen'}
    </p>
    {children}
  </div>
)

/** Spec §2: how many classes there are, and on demand which, by grade and description; each leads to its page. */
export const SchoolclassesWidget = ({ isOpen = false }: SchoolclassesWidgetProps) => {
  const list = useQuery(schoolclassListQuery())
  const [isShown, setShown] = useLocalStorage({
    key: 'schulhof-classes-shown',
    defaultValue: isOpen,
    getInitialValueInEffect: false,
  })
  const rows = list.data && [...list.data].sort(compareClasses)
  const isNarrow = useNarrow() === true
  const hasRows = rows !== undefined && rows.length > 0
  const isShort = isNarrow && hasRows
  const all = (
    <Button component={Link} to={paths.schoolclasses} variant="default" size="compact-md" flex="none">
      Alle Klassen
    </Button>
  )
  const toggle = <ListToggle isShown={isShown} onToggle={() => setShown(!isShown)} />
  return (
    <Card component="section" aria-labelledby="schoolclasses">
      <Group justify="space-between" mb="xs" gap="xs">
        <div className="sh-words sh-gap-2">
          <Title order={2} id="schoolclasses">
            Klassen
          </Title>
          {isShort && <span className="sh-quiet sh-figures">{rows.length}</span>}
        </div>
        {isShort ? toggle : all}
      </Group>
      {list.isPending && <Skeleton height={80} />}
      {list.isError && !rows && <NotLoaded onRetry={() => void list.refetch()} />}
      {rows?.length === 0 && <Text c="dimmed">Keine Klassen vorhanden</Text>}
      {hasRows && (
        <>
          {!isNarrow && <CountLine count={rows.length}>{toggle}</CountLine>}
          <ClassLinks rows={rows} isShown={isShown} />
          {isNarrow && <div className="sh-above-3">{all}</div>}
        </>
      )}
    </Card>
  )
}
