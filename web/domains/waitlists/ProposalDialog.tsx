import { Alert, Button, Modal, Stack } from '@mantine/core'
import { ArrowDown, ArrowUp, Info } from 'lucide-react'
import { counted } from '#contract/counted.ts'
import { formatDayOf } from '#contract/dates.ts'
import { PRIORITY_REASON_LABELS, priorityGroup } from '#contract/waitlists/waitlists.rules.ts'
import type { Waitlist, WaitlistRow } from '#contract/waitlists/waitlists.ts'
import plain from '#web/lists/plain-table.module.css'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { OrderConflictCard } from './OrderConflictCard.tsx'
import { useProposal } from './use-proposal.ts'
import { gradeName, nameOf } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

const Shift = ({ row: { wait_rank: from, proposed_rank: to } }: { row: WaitlistRow }) => {
  if (from === to) return <>{to}</>
  const Icon = to < from ? ArrowUp : ArrowDown
  return (
    <span className={`sh-inline sh-bold sh-gap-2 ${classes.rank}`}>
      {`${from} → ${to}`}
      <Icon size={16} role="img" aria-label={to < from ? 'rückt auf' : 'rückt nach hinten'} />
    </span>
  )
}

const ClaimsHint = ({ rows }: { rows: readonly WaitlistRow[] }) => {
  const claims = rows.reduce((sum, { open_claims }) => sum + open_claims, 0)
  if (claims === 0) return null
  return (
    <Alert color="yellow" icon={<Info size={20} aria-hidden />}>
      {`${counted(claims, 'Angabe', 'Angaben')} zu Geschwistern ${claims === 1 ? 'ist' : 'sind'} noch nicht bestätigt und ${claims === 1 ? 'zählt' : 'zählen'} nicht mit. Bestätigt wird in der Bewerbung.`}
    </Alert>
  )
}

/** „Rangfolge vorschlagen“: the present order beside the proposed one, before it is taken over (domain §3.2). */
export const ProposalDialog = (props: { list: Waitlist; onGone: () => void }) => {
  const { modal, close, shown, proposed, conflict, take, isRunning } = useProposal(props)
  const moved = shown.rows.filter(({ wait_rank, proposed_rank }) => wait_rank !== proposed_rank).length
  return (
    <Modal {...modal} size={720} title={`Rangfolge vorschlagen: ${gradeName(shown.grade)}`}>
      <Stack gap="md">
        <p className="sh-quiet sh-flush sh-below-3 sh-screen-only">
          {shown.sibling_priority
            ? 'Nach Vorrang, dann nach der Wartezeit. Nur bestätigte Geschwister zählen.'
            : 'Nach Vorrang, dann nach der Wartezeit. Geschwister zählen an dieser Schule nicht.'}
        </p>
        <ClaimsHint rows={shown.rows} />
        {conflict ? (
          <OrderConflictCard message={conflict.message} seen={shown.rows} now={conflict.order} onLeave={close} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
          <section className={classes.proposal} aria-label="Vorgeschlagene Rangfolge" tabIndex={0}>
            <table className={plain.table}>
              <thead>
                <tr>
                  <th scope="col">Rang</th>
                  <th scope="col">Kind</th>
                  <th scope="col">Vorrang</th>
                  <th scope="col">Wartet seit</th>
                </tr>
              </thead>
              <tbody>
                {proposed.map((row) => (
                  <tr key={row.id} data-moved={row.wait_rank !== row.proposed_rank}>
                    <td>
                      <Shift row={row} />
                    </td>
                    <th scope="row">{nameOf(row)}</th>
                    <td>{`${priorityGroup(row.priority_reason)} · ${PRIORITY_REASON_LABELS[row.priority_reason]}`}</td>
                    <td>{formatDayOf(row.waiting_since)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {moved === 0 && <p className="sh-bold sh-flush">Die Warteliste entspricht schon dem Vorschlag.</p>}
      </Stack>
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={close}>
          {moved === 0 ? 'Schließen' : 'Abbrechen'}
        </Button>
        {moved > 0 && !conflict && (
          <ActionButton isRunning={isRunning} onClick={take}>
            {`${counted(moved, 'Rang', 'Ränge')} ändern`}
          </ActionButton>
        )}
      </ButtonRow>
    </Modal>
  )
}
