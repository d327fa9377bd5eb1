import { z } from 'zod'
import { addDays, formatDate } from '#contract/dates.ts'
import { dueDayRule, dueDays } from '#contract/registrations.place.ts'
import { PLACE_CONFIRM_DAYS } from '#contract/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations.ts'
import type { WaitlistRow } from '#contract/waitlists.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { takeStatusBack } from './offer-place.ts'
import { CHANGED_BY_WAITLIST, refreshWaitlist } from './waitlist-queries.ts'
import { nameOf } from './waitlist-texts.ts'

export interface Offer {
  row: WaitlistRow
  onGone: () => void
}

/** A place for one who waits: accepted, with the day until which the family confirms (domain §3.2). */
export const useOffer = ({ row, onGone }: Offer) => {
  const today = useToday()
  const { last } = dueDays(today)
  const { onClose: close, ...modal } = useOpened(onGone)
  const { form, attempt, onSubmit, refuse } = useCheckedForm(z.object({ place_confirm_due_at: dueDayRule(today) }), {
    place_confirm_due_at: addDays(today, PLACE_CONFIRM_DAYS),
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
  const offer = async ({ place_confirm_due_at }: { place_confirm_due_at: string }) => {
    const { id, version } = row
    const reply = await run({ params: { id }, body: { status: 'accepted', place_confirm_due_at, version } })
    if (!reply) return
    close()
    const text = `${nameOf(row)}: Angenommen. Die Familie bestätigt bis zum ${formatDate(place_confirm_due_at)}.`
    await notify(reply.warning ? `${text} ${reply.warning}` : text, {
      about: `registration ${id}`,
      undo: () => takeStatusBack({ ...row, version: reply.version }, 'waiting'),
      link: { text: 'Zur Bewerbung', to: paths.registration(id) },
    })
  }
  return { form, attempt, submit: onSubmit(offer), isRunning, close, modal: { ...modal, onClose: close }, today, last }
}
