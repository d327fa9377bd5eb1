import { useState } from 'react'
import { z } from 'zod'
import { Text } from '#contract/formats.ts'
import { withMoved } from '#contract/waitlists/waitlists.rules.ts'
import {
  MOVE_NOTE_MAX,
  WAITLIST_TEXTS,
  type WaitingChild,
  type WaitlistRow,
  waitlistEndpoints,
} from '#contract/waitlists/waitlists.ts'
import { actOnce } from '#web/api/act-once.ts'
import { type ApiFailure, call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { CHANGED_BY_WAITLIST, refreshWaitlist } from './waitlist-queries.ts'
import { betweenText, nameOf } from './waitlist-texts.ts'

/** A refusal that tells how the list stands now. */
export const orderIn = ({ status, body }: ApiFailure) =>
  status === 409 ? (body as { order?: WaitingChild[] } | undefined)?.order : undefined

const takeBack = async (row: WaitlistRow, { from, to }: { from: number; to: number }) => {
  const body = { from_rank: to, to_rank: from, note: 'Verschieben zurückgenommen' }
  const done = await actOnce(`move ${row.id}`, () => call(waitlistEndpoints.move, { params: { id: row.id }, body }))
  await refreshWaitlist()
  if (done) notify(`${nameOf(row)} steht wieder auf Rang ${done.wait_rank}.`)
}

const schemaOf = (last: number) =>
  z.object({
    rank: z
      .string()
      .refine((rank) => /^\d+$/.test(rank.trim()) && +rank >= 1 && +rank <= last, WAITLIST_TEXTS.rankOutside(last)),
    note: Text(MOVE_NOTE_MAX),
  })

export interface RankMove {
  row: WaitlistRow
  rows: readonly WaitlistRow[]
  /** The rank that was wished for; undefined: it is asked. */
  to: number | undefined
  onGone: () => void
}

/** One who waits on the way to another rank: the reason is asked before anything is written (domain §3.2). */
export const useRankMove = ({ row, rows: present, to, onGone }: RankMove) => {
  // What is decided about is what was shown when the dialog opened.
  const [rows] = useState(present)
  const [conflict, setConflict] = useState<WaitingChild[]>()
  const initial = { rank: String(to ?? row.wait_rank), note: '' }
  const { form, attempt, onSubmit, refuse } = useCheckedForm(schemaOf(rows.length), initial)
  const dialog = useLeavableDialog(form.values.note.trim() !== '', onGone)
  const { run, isRunning } = useCall(waitlistEndpoints.move, {
    invalidates: CHANGED_BY_WAITLIST,
    onFieldErrors: ({ to_rank, ...errors }) => refuse({ ...errors, ...(to_rank && { rank: to_rank }) }),
    onFailure: async (failure) => {
      const order = orderIn(failure)
      setConflict(order)
      await refreshWaitlist()
      if (!order) await explainFailure(failure)
    },
  })
  const move = async ({ rank, note }: { rank: string; note: string }, from: number) => {
    const target = Number(rank)
    if (target === from) return dialog.close()
    const reply = await run({ params: { id: row.id }, body: { from_rank: from, to_rank: target, note } })
    if (!reply) return
    dialog.close()
    notify(`${nameOf(row)} steht jetzt auf Rang ${target}.`, {
      about: `registration ${row.id}`,
      undo: () => takeBack(row, { from, to: target }),
    })
  }
  const order = conflict ?? rows
  const from = order.find(({ id }) => id === row.id)?.wait_rank
  const wished = Number(form.values.rank)
  const isReadable = wished >= 1 && wished <= order.length
  return {
    ...dialog,
    rows,
    form,
    attempt,
    isRunning,
    submit: onSubmit((values) => conflict === undefined && move(values, row.wait_rank)),
    /** One rank up or down while the dialog is open. */
    step: (by: number) => {
      const next = wished + by
      if (next >= 1 && next <= rows.length) form.setFieldValue('rank', String(next))
    },
    /** Where it comes to stand, in words. */
    between:
      isReadable && from !== undefined && wished !== from
        ? `Rang ${from} → ${wished}: ${betweenText(withMoved(order, from, wished), wished)}`
        : 'Der Rang bleibt, wie er ist.',
    conflict,
    retry:
      conflict && from !== undefined && isReadable
        ? { text: `Trotzdem an Rang ${wished}`, run: () => void move(form.values, from) }
        : undefined,
  }
}
