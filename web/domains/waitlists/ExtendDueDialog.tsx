import { Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { addDays, formatDate } from '#contract/dates.ts'
import { dueDayRule, dueDays } from '#contract/registrations/registrations.place.ts'
import type { FollowUp } from '#contract/waitlists/waitlists.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { extendDueDay } from './follow-up-actions.ts'
import { nameOf } from './waitlist-texts.ts'

const WEEK = 7

/** Another day until which a family has time; a week from now is offered. */
export const ExtendDueDialog = ({ child, onGone }: { child: FollowUp; onGone: () => void }) => {
  const today = useToday()
  const { first, last } = dueDays(today)
  const { onClose: close, ...modal } = useOpened(onGone)
  const { form, onSubmit } = useCheckedForm(z.object({ due: dueDayRule(today) }), { due: addDays(today, WEEK) })
  const [isRunning, setRunning] = useState(false)
  const save = async (values: { due: string }) => {
    setRunning(true)
    const isSaved = await extendDueDay(child, values.due)
    setRunning(false)
    if (isSaved) close()
  }
  return (
    <Modal {...modal} onClose={close} size={480} title={`Frist verlängern: ${nameOf(child)}`}>
      <form onSubmit={onSubmit(save)} noValidate>
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
            value={form.values.due}
            onChange={(value) => form.setFieldValue('due', value)}
            error={form.errors.due}
          />
        </Stack>
        <DialogButtonRow action="Frist verlängern" isRunning={isRunning} onLeave={close} />
      </form>
    </Modal>
  )
}
