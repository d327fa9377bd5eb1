import { Box, Button, Modal } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { z } from 'zod'
import { RankMove } from '#contract/waitlists/waitlist.record.ts'
import { withMoved } from '#contract/waitlists/waitlists.rules.ts'
import {
  WAITLIST_TEXTS,
  type WaitingChild,
  type WaitlistRow,
  waitlistEndpoints,
} from '#contract/waitlists/waitlists.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { EditForm } from '#web/forms/EditForm.tsx'
import { fieldsIn } from '#web/forms/fields.ts'
import { saverOf, useEdit } from '#web/forms/use-edit.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { OrderConflictCard, orderIn } from './OrderConflictCard.tsx'
import { CHANGED_BY_WAITLIST, refreshWaitlist } from './waitlist-queries.ts'
import { betweenText, nameOf } from './waitlist-texts.ts'

const QUICK_REASONS = ['Geschwisterkind', 'Härtefall', 'Absprache mit der Schulleitung']

const takeBack = async (row: WaitlistRow, { from, to }: { from: number; to: number }) => {
  const body = { from_rank: to, to_rank: from, note: WAITLIST_TEXTS.movedBack }
  const done = await actOnce(`move ${row.id}`, () => call(waitlistEndpoints.move, { params: { id: row.id }, body }))
  await refreshWaitlist()
  if (done) notify(`${nameOf(row)} steht wieder auf Rang ${done.wait_rank}.`)
}

interface MoveRankDialogProps {
  row: WaitlistRow
  rows: readonly WaitlistRow[]
  /** The rank that was wished for; undefined: it is asked. */
  to: number | undefined
  onGone: () => void
}

/** One who waits on the way to another rank: the reason is asked before anything is written (domain §3.2). */
const useRankMove = ({ row, rows: present, to, onGone }: MoveRankDialogProps) => {
  // What is decided about is what was shown when the dialog opened.
  const [rows] = useState(present)
  const [conflict, setConflict] = useState<readonly WaitingChild[]>()
  const record = RankMove(rows.length)
  const edit = useEdit<never, z.output<typeof record>>({
    fields: fieldsIn(record, ['rank', 'note']),
    loaded: undefined,
    valuesOf: () => ({ rank: String(to ?? row.wait_rank), note: '' }),
    loadAnew: async () => undefined,
    rules: { add: record },
  })
  const dialog = useLeavableDialog(edit.isDirty, onGone)
  const { run, isRunning } = useCall(waitlistEndpoints.move, {
    invalidates: CHANGED_BY_WAITLIST,
    onFieldErrors: ({ to_rank, ...errors }) => edit.refuse({ ...errors, ...(to_rank && { rank: to_rank }) }),
    onFailure: async (failure) => {
      const order = orderIn(failure)
      setConflict(order)
      await refreshWaitlist()
      if (!order) await explainFailure(failure)
    },
  })
  const order = conflict ?? rows
  const from = conflict ? order.find(({ id }) => id === row.id)?.wait_rank : row.wait_rank
  const wished = Number(edit.values.rank)
  const isReadable = wished >= 1 && wished <= order.length
  const saver = saverOf(edit, {
    isRunning,
    close: dialog.close,
    onAdd: async ({ rank, note }) => {
      if (from === undefined || rank === from) return {}
      const reply = await run({ params: { id: row.id }, body: { from_rank: from, to_rank: rank, note } })
      return (
        reply && {
          message: `${nameOf(row)} steht jetzt auf Rang ${rank}.`,
          about: `registration ${row.id}`,
          undo: () => takeBack(row, { from, to: rank }),
        }
      )
    },
  })
  return {
    ...dialog,
    rows,
    edit,
    isRunning,
    saver: { ...saver, submit: () => conflict === undefined && saver.submit() },
    /** One rank up or down while the dialog is open; Alt with an arrow, as in the table, without leaving the reason. */
    stepByKeys: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!event.altKey || by === undefined) return
      event.preventDefault()
      const next = wished + by
      if (next >= 1 && next <= rows.length) edit.set('rank', String(next))
    },
    /** Where it comes to stand, in words. */
    between:
      isReadable && from !== undefined && wished !== from
        ? `Rang ${from} → ${wished}: ${betweenText(withMoved(order, from, wished), wished)}`
        : 'Der Rang bleibt, wie er ist.',
    conflict,
    retry:
      conflict && from !== undefined && isReadable
        ? { text: `Trotzdem an Rang ${wished}`, run: saver.keepMine }
        : undefined,
  }
}

/** To which rank and why; written only with a reason (domain §3.2). */
export const MoveRankDialog = (props: MoveRankDialogProps) => {
  const move = useRankMove(props)
  const { rows, edit, conflict } = move
  return (
    <Modal {...move.modal} size={560} title={`Verschieben: ${nameOf(props.row)}`}>
      <EditForm
        edit={edit}
        {...move.saver}
        onKeyDown={move.stepByKeys}
        focus={props.to === undefined ? 'rank' : 'note'}
        arrange={(inputOf) => (
          <>
            <Box maw={320}>{inputOf('rank')}</Box>
            <p className="sh-bold sh-flush" role="status">
              {move.between}
            </p>
            {inputOf('note')}
          </>
        )}
        foot={
          <DialogButtonRow
            action="Verschieben"
            isRunning={move.isRunning}
            onLeave={() => void move.leave()}
            isComparing={conflict !== undefined}
          />
        }
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form */}
        <div role="group" aria-label="Häufige Begründungen" className="sh-wrap sh-gap-2">
          {QUICK_REASONS.map((reason) => (
            <Button key={reason} variant="default" size="compact-md" onClick={() => edit.set('note', reason)}>
              {reason}
            </Button>
          ))}
        </div>
        {conflict && (
          <OrderConflictCard
            message={WAITLIST_TEXTS.changed}
            seen={rows}
            now={conflict}
            retry={move.retry}
            onLeave={move.close}
          />
        )}
      </EditForm>
    </Modal>
  )
}
