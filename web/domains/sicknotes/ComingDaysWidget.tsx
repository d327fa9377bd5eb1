import { Button, Card, Group, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fullName } from '#contract/person-names.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { className, moreText, splitToday } from './sicknote-counts.ts'
import classes from './sicknote-lines.module.css'
import { sicknoteOptionsQuery, sicknotesQuery } from './sicknote-queries.ts'
import { nextFreeStretch, rangeText } from './sicknote-texts.ts'

const MOST = 8

const Coming = ({ notes, today }: { notes: readonly Sicknote[]; today: string }) => {
  const sorted = notes.toSorted((a, b) => a.value.dateStart.localeCompare(b.value.dateStart))
  return (
    <>
      <ul className={`sh-plain-list sh-ruled ${classes.coming}`} aria-label="Demnächst abwesend">
        {sorted.slice(0, MOST).map((note) => (
          <li key={note.id} className={classes.comingLine}>
            <span className="sh-figures">{rangeText(note.value, today)}</span>
            <span>
              <Link to={paths.pupil(note.pupil.id)} className="sh-ink">
                {fullName(note.pupil)}
              </Link>{' '}
              <span className="sh-quiet sh-small">{className(note)}</span>
            </span>
          </li>
        ))}
      </ul>
      {sorted.length > MOST && (
        <p className="sh-small sh-flush sh-above-2">
          <Link to={paths.sicknotes} search={{ tab: 'weitere' }} className="sh-padded-1">
            {moreText(sorted.length - MOST)}
          </Link>
        </p>
      )}
    </>
  )
}

/** When there is no school next; undefined where the calendar has no more. */
const useNextFreeDays = (today: string) => {
  const { data, isPending } = useQuery(sicknoteOptionsQuery)
  const next = data && nextFreeStretch(today, data.free_days)
  const range = next && rangeText({ dateStart: next.date_start, dateEnd: next.date_end }, today)
  return { isPending, text: next && `Als Nächstes schulfrei: ${next.name}, ${range}` }
}

/**
 * Beside the classes of today: who of them will be away, and the next free days, for what a teacher plans. Without
 * either there is no card.
 */
export const ComingDaysWidget = () => {
  const today = useToday()
  const { data, isError, refetch } = useQuery({ ...sicknotesQuery, meta: { quiet: true } })
  const free = useNextFreeDays(today)
  const notes = data && splitToday(data, today).weitere
  if (notes?.length === 0 && !free.isPending && !free.text) return null
  return (
    <Card component="section" aria-labelledby="coming-days">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="coming-days">
          Demnächst
        </Title>
        <Button component={Link} to={paths.sicknotes} variant="default" size="compact-md" flex="none">
          Alle Krankmeldungen
        </Button>
      </Group>
      {!notes && (isError ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton height={80} />)}
      {notes?.length === 0 && <p className="sh-flush">Für die nächsten Tage ist niemand abgemeldet.</p>}
      {notes && notes.length > 0 && <Coming notes={notes} today={today} />}
      {free.text && <p className="sh-flush sh-above-3">{free.text}</p>}
    </Card>
  )
}
