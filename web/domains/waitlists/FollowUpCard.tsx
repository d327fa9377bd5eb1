import { Button, Card, Modal, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { addDays, daysBetween, formatDate } from '#contract/dates.ts'
import { dueDayRule, dueDays } from '#contract/registrations/registrations.place.ts'
import type { FollowUp } from '#contract/waitlists/waitlists.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { paths } from '#web/paths.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { ReachList } from '#web/ui/ReachList.tsx'
import { useListFocus } from '#web/ui/use-list-focus.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { confirmPlace, declinePlace, extendDueDay } from './follow-up-actions.ts'
import { nameOf, overdueText } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

const WEEK = 7

/** Another day until which a family has time; a week from now is offered. */
const ExtendDueDialog = ({ child, onGone }: { child: FollowUp; onGone: () => void }) => {
  const today = useToday()
  const { first, last } = dueDays(today)
  const { onClose: close, ...modal } = useOpened(onGone)
  const [due, setDue] = useState(addDays(today, WEEK))
  const [error, setError] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const save = async () => {
    const refused = schemaErrors(dueDayRule(today))(due)['']
    setError(refused)
    if (refused) return
    setRunning(true)
    const isSaved = await extendDueDay(child, due)
    setRunning(false)
    if (isSaved) close()
  }
  return (
    <Modal {...modal} onClose={close} size={480} title={`Frist verlängern: ${nameOf(child)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        <Stack gap="md">
          <p className="sh-quiet sh-flush sh-below-3 sh-screen-only">{`Bisher bis zum ${formatDate(child.place_confirm_due_at)}.`}</p>
          <DateField
            id="due"
            label="Bestätigen bis"
            autoComplete="off"
            isAhead
            today={today}
            min={first}
            max={last}
            value={due}
            onChange={(day) => {
              setDue(day)
              setError(undefined)
            }}
            error={error}
          />
        </Stack>
        <DialogButtonRow action="Frist verlängern" isRunning={isRunning} onLeave={close} />
      </form>
    </Modal>
  )
}

const Task = ({ child, onExtend }: { child: FollowUp; onExtend: () => void }) => {
  const today = useToday()
  const { id, number, place_confirm_due_at: due, contacts } = child
  const phones = contacts.flatMap(({ fullname, phone }) => (phone ? [{ number: phone, kind: fullname }] : []))
  const actions = [
    ['Platz bestätigt', () => void confirmPlace(child, today)],
    ['Frist verlängern', onExtend],
    ['Absage der Familie', () => void declinePlace(child)],
  ] as const
  const label = (text: string) => `${text}: ${nameOf(child)}`
  return (
    <li className={`sh-padded-3 sh-grid sh-gap-4 sh-rows-2 ${classes.task}`}>
      <div>
        <Link to={paths.registration(id)}>{nameOf(child)}</Link>
        <span className={`sh-quiet sh-small sh-regular sh-breaks ${classes.number}`}>{number}</span>
        <span className="sh-warn sh-block">
          Frist {formatDate(due)}, {overdueText(daysBetween(due, today))}
        </span>
      </div>
      {phones.length > 0 ? <ReachList phones={phones} mail={null} /> : <span>keine Telefonnummer</span>}
      <div className={`sh-wrap sh-gap-2 ${classes.taskButtons}`}>
        {actions.map(([text, run]) => (
          <Button key={text} variant="default" size="compact-md" aria-label={label(text)} onClick={run}>
            {text}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** Accepted families who said nothing in time, with the numbers to call; no status follows by itself (domain §3.2). */
export const FollowUpCard = ({ followUps }: { followUps: readonly FollowUp[] }) => {
  const [extended, setExtended] = useState<FollowUp>()
  const tasks = useListFocus<HTMLUListElement>(followUps)
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
          <Task key={child.id} child={child} onExtend={() => setExtended(child)} />
        ))}
      </ul>
      {extended && <ExtendDueDialog child={extended} onGone={() => setExtended(undefined)} />}
    </Card>
  )
}
