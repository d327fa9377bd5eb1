import { Alert, Button, Checkbox, Modal, Stack } from '@mantine/core'
import { ArrowDown, ArrowUp, Info } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDayOf } from '#contract/dates.ts'
import { proposedOrder } from '#contract/waitlists/waitlists.rules.ts'
import { type WaitingChild, type Waitlist, type WaitlistRow, waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { OrderConflictCard, orderIn } from './OrderConflictCard.tsx'
import { CHANGED_BY_WAITLIST, refreshWaitlist } from './waitlist-queries.ts'
import { gradeName, movedByHandText, nameOf, priorityText } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

interface Named {
  school_year_id: number
  grade: number
}

const takeBack = async (list: Named, order: number[]) => {
  const done = await actOnce(`proposal ${list.grade}`, () =>
    call(waitlistEndpoints.undoProposal, { body: { ...list, order } }),
  )
  await refreshWaitlist()
  if (done) notify(done.message)
}

const isPlacedByHand = ({ is_placed_by_hand }: WaitlistRow) => is_placed_by_hand

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The proposed order before it is taken over; it can be taken back (domain §3.2). */
const useProposal = ({ list, onGone }: { list: Waitlist; onGone: () => void }) => {
  // What is decided about is what was shown when the dialog opened.
  const [shown] = useState(list)
  const [conflict, setConflict] = useState<{ message: string; order: WaitingChild[] }>()
  const { onClose: close, ...modal } = useOpened(onGone)
  const { run, isRunning } = useCall(waitlistEndpoints.takeProposal, {
    invalidates: CHANGED_BY_WAITLIST,
    onFailure: async (failure) => {
      const order = orderIn(failure)
      setConflict(order && { message: failure.message, order })
      await refreshWaitlist()
      if (!order) await explainFailure(failure)
    },
  })
  const named = { school_year_id: shown.school_year.id, grade: shown.grade }
  const [pinned, setPinned] = useState(() => idsOf(shown.rows.filter(isPlacedByHand)))
  const proposed = proposedOrder(shown.rows, pinned).map((row, index) => ({
    ...row,
    to: shown.rows[index]?.wait_rank ?? row.wait_rank,
  }))
  const take = async () => {
    const order = idsOf(proposed)
    const reply = await run({ body: { ...named, before: idsOf(shown.rows), order, pinned } })
    if (!reply) return
    close()
    notify(reply.message, {
      about: `waitlist ${shown.school_year.id} ${shown.grade}`,
      undo: () => takeBack(named, order),
    })
  }
  return {
    ...{ modal: { ...modal, onClose: close }, close, shown, proposed, conflict, isRunning, take: () => void take() },
    isPinned: ({ id }: WaitlistRow) => pinned.includes(id),
    /** Whether it keeps the rank that somebody has given it. */
    pin: ({ id }: WaitlistRow, isPinned: boolean) =>
      setPinned(isPinned ? [...pinned, id] : pinned.filter((one) => one !== id)),
  }
}

interface ProposedRow extends WaitlistRow {
  /** The rank in the proposal. */
  to: number
}

const isMoved = ({ wait_rank, to }: ProposedRow) => wait_rank !== to

const Shift = ({ row: { wait_rank: from, to } }: { row: ProposedRow }) => {
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

interface ByHandProps {
  row: ProposedRow
  isPinned: boolean
  onPin: (isPinned: boolean) => void
}

/** Who was moved by hand, and why: keeps the rank unless somebody wants otherwise. */
const ByHand = ({ row, isPinned, onPin }: ByHandProps) => (
  <>
    <span className="sh-small sh-regular sh-breaks sh-block">{movedByHandText(row)}</span>
    <Checkbox
      size="sm"
      label="neu einordnen"
      aria-label={`Neu einordnen: ${nameOf(row)}`}
      checked={!isPinned}
      onChange={({ currentTarget }) => onPin(!currentTarget.checked)}
    />
  </>
)

/** „Rangfolge vorschlagen“: the present order beside the proposed one, before it is taken over (domain §3.2). */
export const ProposalDialog = (props: { list: Waitlist; onGone: () => void }) => {
  const { modal, close, shown, proposed, conflict, take, isRunning, isPinned, pin } = useProposal(props)
  const moved = proposed.filter(isMoved).length
  return (
    <Modal {...modal} size={720} title={`Rangfolge vorschlagen: ${gradeName(shown.grade)}`}>
      <Stack gap="md">
        <p className="sh-quiet sh-flush sh-below-3 sh-screen-only">
          {shown.sibling_priority
            ? 'Nach Vorrang, dann nach der Wartezeit. Nur bestätigte Geschwister zählen.'
            : 'Nach Vorrang, dann nach der Wartezeit. Geschwister zählen an dieser Schule nicht.'}
          {shown.rows.some(isPlacedByHand) &&
            ' Wer von Hand verschoben ist, behält seinen Rang, solange „neu einordnen“ nicht angehakt ist.'}
        </p>
        <ClaimsHint rows={shown.rows} />
        {conflict ? (
          <OrderConflictCard message={conflict.message} seen={shown.rows} now={conflict.order} onLeave={close} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
          <section className={classes.proposal} aria-label="Vorgeschlagene Rangfolge" tabIndex={0}>
            <PlainTable
              isStacked
              rows={proposed}
              rowProps={(row) => ({ 'data-moved': isMoved(row) })}
              columns={[
                { title: 'Rang', cell: (row) => <Shift row={row} /> },
                {
                  title: 'Kind',
                  isName: true,
                  cell: (row) => (
                    <>
                      {nameOf(row)}
                      {isPlacedByHand(row) && (
                        <ByHand row={row} isPinned={isPinned(row)} onPin={(isPinned) => pin(row, isPinned)} />
                      )}
                    </>
                  ),
                },
                { title: 'Vorrang', cell: ({ priority_reason }) => priorityText(priority_reason) },
                { title: 'Wartet seit', cell: ({ waiting_since }) => formatDayOf(waiting_since) },
              ]}
            />
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
