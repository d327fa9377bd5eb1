import { Button, Card, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { daysBetween, formatDate } from '#contract/dates.ts'
import type { FollowUp } from '#contract/waitlists/waitlists.ts'
import { useToday } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { ReachList } from '#web/ui/ReachList.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { confirmPlace, declinePlace } from './follow-up-actions.ts'
import { nameOf, overdueText } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

interface FollowUpCardProps {
  followUps: readonly FollowUp[]
  onExtend: (child: FollowUp) => void
}

const Task = ({ child, onExtend }: { child: FollowUp; onExtend: () => void }) => {
  const today = useToday()
  const { id, number, place_confirm_due_at: due, contacts } = child
  const phones = contacts.flatMap(({ fullname, phone }) => (phone ? [{ number: phone, kind: fullname }] : []))
  const label = (text: string) => `${text}: ${nameOf(child)}`
  return (
    <li className={`sh-padded-3 sh-grid sh-gap-4 sh-rows-2 ${classes.task}`}>
      <div>
        <Link to={paths.registration(id)}>{nameOf(child)}</Link>
        <span className="sh-quiet sh-small sh-regular sh-breaks sh-block">{number}</span>
        <span className="sh-warn sh-block">
          Frist {formatDate(due)}, {overdueText(daysBetween(due, today))}
        </span>
      </div>
      {phones.length > 0 ? <ReachList phones={phones} mail={null} /> : <span>keine Telefonnummer</span>}
      <div className={`sh-wrap sh-gap-2 ${classes.taskButtons}`}>
        <Button
          variant="default"
          size="compact-md"
          aria-label={label('Platz bestätigt')}
          onClick={() => void confirmPlace(child, today)}
        >
          Platz bestätigt
        </Button>
        <Button variant="default" size="compact-md" aria-label={label('Frist verlängern')} onClick={onExtend}>
          Frist verlängern
        </Button>
        <Button
          variant="default"
          size="compact-md"
          aria-label={label('Absage der Familie')}
          onClick={() => void declinePlace(child)}
        >
          Absage der Familie
        </Button>
      </div>
    </li>
  )
}

/** Accepted families who said nothing in time, with the numbers to call; no status follows by itself (domain §3.2). */
export const FollowUpCard = ({ followUps, onExtend }: FollowUpCardProps) => {
  const tasks = useKeptFocus<HTMLUListElement>(followUps)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last task took the focus with it
  useEffect(focusTitleIfLost, [followUps.length])
  return (
    <Card component="section" aria-labelledby="follow-ups" mt="md" className="sh-screen-only">
      <Title order={2} id="follow-ups">
        Nachfassen
      </Title>
      {followUps.length === 0 && (
        <p className="sh-quiet sh-flush sh-below-3 sh-screen-only">Keine Zusage ist überfällig.</p>
      )}
      <ul ref={tasks} className="sh-plain-list">
        {followUps.map((child) => (
          <Task key={child.id} child={child} onExtend={() => onExtend(child)} />
        ))}
      </ul>
    </Card>
  )
}
