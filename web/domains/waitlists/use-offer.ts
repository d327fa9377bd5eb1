import { z } from 'zod'
import { addDays, formatDate } from '#contract/dates.ts'
import { dueDayRule, dueDays } from '#contract/registrations/registrations.place.ts'
import { PLACE_CONFIRM_DAYS, type RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints, STATUS_NOTE_MAX } from '#contract/registrations/registrations.ts'
import type { WaitlistRow } from '#contract/waitlists/waitlists.ts'
import { actOnce } from '#web/api/act-once.ts'
import { useToday } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { offerToInform } from '#web/domains/registrations/mails/InformFamilyWidget.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { CHANGED_BY_WAITLIST, refreshWaitlist } from './waitlist-queries.ts'
import { nameOf } from './waitlist-texts.ts'

export interface Offer {
  row: WaitlistRow
  onGone: () => void
}

const schemaOf = (today: string) =>
  z.object({ place_confirm_due_at: dueDayRule(today), note: z.string().max(STATUS_NOTE_MAX) })

interface Changed {
  id: number
  version: number
  meta: { child_firstname: string; child_lastname: string }
}

/** Back to a former status; within ten minutes to the former rank as well (domain §3.1). */
const takeStatusBack = async (child: Changed, status: RegistrationStatus) => {
  const { id, version } = child
  const body = { status, version }
  const done = await actOnce(`registration ${id}`, () =>
    call(registrationEndpoints.changeStatus, { params: { id }, body }),
  )
  await refreshWaitlist()
  if (done?.wait_rank) notify(`${nameOf(child)} steht wieder auf Rang ${done.wait_rank}.`)
}

/** A place for one who waits: accepted, with the day until which the family confirms (domain §3.2). */
export const useOffer = ({ row, onGone }: Offer) => {
  const today = useToday()
  const { last } = dueDays(today)
  const { onClose: close, ...modal } = useOpened(onGone)
  const { form, attempt, onSubmit, refuse } = useCheckedForm(schemaOf(today), {
    place_confirm_due_at: addDays(today, PLACE_CONFIRM_DAYS),
    note: '',
  })
  const { run, isRunning } = useCall(registrationEndpoints.changeStatus, {
    invalidates: CHANGED_BY_WAITLIST,
    onFieldErrors: refuse,
    onFailure: async (failure) => {
      close()
      await refreshWaitlist()
      await refuseAction(failure, REGISTRATION_TEXTS.statusFailed)
    },
  })
  const offer = async (values: { place_confirm_due_at: string; note: string }) => {
    const { place_confirm_due_at } = values
    const { id, version } = row
    const reply = await run({ params: { id }, body: { status: 'accepted', ...values, version } })
    if (!reply) return
    close()
    const text = `${nameOf(row)}: Angenommen. Die Familie bestätigt bis zum ${formatDate(place_confirm_due_at)}.`
    notify(reply.warning ? `${text} ${reply.warning}` : text, {
      about: `registration ${id}`,
      undo: () => takeStatusBack({ ...row, version: reply.version }, 'waiting'),
      ...offerToInform(row, 'accepted'),
    })
  }
  return { form, attempt, submit: onSubmit(offer), isRunning, close, modal: { ...modal, onClose: close }, today, last }
}
