import { Button, Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { accentForDark } from '#contract/accent.ts'
import type { SchoolRow } from '#contract/schools/schools.ts'
import { STATES } from '#contract/schoolyears/state-presets.ts'
import { useMay } from '#web/api/base-data.ts'
import { changeSchool } from '#web/shell/change-school.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { schoolListQuery } from './school-queries.ts'
import classes from './schools.module.css'

const SchoolState = ({ school, mayChange }: { school: SchoolRow; mayChange: boolean }) => {
  if (school.is_active_school) {
    return (
      <StatusChip tone="positive" icon="check">
        Aktive Schule
      </StatusChip>
    )
  }
  if (!school.is_attached) return <span className="sh-quiet">Ihrem Konto nicht zugeordnet</span>
  return (
    mayChange && (
      <Button
        variant="default"
        aria-label={`Zu dieser Schule wechseln: ${school.name}`}
        onClick={() => void changeSchool(school)}
      >
        Zu dieser Schule wechseln
      </Button>
    )
  )
}

const tones = (accent: string) =>
  ({ '--school-light': accent, '--school-dark': accentForDark(accent) }) as CSSProperties

/** The schools one may see; the page below is about the active one. */
export const SchoolListCard = () => {
  const { data, isError, refetch } = useQuery(schoolListQuery)
  const mayChange = useMay()('change user school')
  // Whoever has one school knows which it is.
  if (data?.length === 1) return null
  return (
    <Card component="section" id="schulen" aria-labelledby="schulen-title">
      <Title order={2} id="schulen-title" mb="xs">
        Schulen
      </Title>
      {isError && !data && <NotLoaded onRetry={() => void refetch()} />}
      {!isError && !data && <LoadingText />}
      <ul className={`sh-plain-list ${classes.schools}`}>
        {data?.map((school) => (
          <li
            key={school.id}
            className="sh-row sh-padded-2 sh-gap-3 sh-rows-1 sh-rule-above"
            aria-current={school.is_active_school ? 'true' : undefined}
          >
            <span className={`sh-bold ${classes.badge}`} style={tones(school.accent)}>
              {school.short}
            </span>
            <span className={`sh-breaks ${classes.name}`}>
              {school.name}
              <span className="sh-quiet sh-small sh-block">
                {`${school.city}, ${STATES[school.federal_state]} · Klassen ${school.grade_min} bis ${school.grade_max}`}
              </span>
            </span>
            <SchoolState school={school} mayChange={mayChange} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
