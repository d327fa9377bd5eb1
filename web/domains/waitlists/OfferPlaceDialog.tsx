import { Alert, Modal } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { z } from 'zod'
import { addDays, formatDate } from '#contract/dates.ts'
import { dueDays } from '#contract/registrations/registrations.place.ts'
import { PLACE_CONFIRM_DAYS, type RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { offerRule, PlaceOffer } from '#contract/waitlists/waitlist.record.ts'
import { freePlaces, type GradeCapacity, type WaitlistRow } from '#contract/waitlists/waitlists.ts'
import { actOnce } from '#web/api/act-once.ts'
import { useToday } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { offerToInform } from '#web/domains/registrations/mails/InformFamilyWidget.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { EditForm } from '#web/forms/EditForm.tsx'
import { fieldsIn } from '#web/forms/fields.ts'
import { saverOf, useEdit } from '#web/forms/use-edit.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { CHANGED_BY_WAITLIST, refreshWaitlist } from './waitlist-queries.ts'
import { freeText, nameOf, ranksBefore } from './waitlist-texts.ts'

/** Who is passed over, said before it is done. */
const PassedNotice = ({ rank }: { rank: number }) => (
  <Alert
    color="yellow"
    icon={<TriangleAlert size={20} aria-hidden />}
    title={`Rang ${rank} vor Rang ${ranksBefore(rank)}`}
  >
    {rank === 2
      ? 'Vor diesem Kind wartet noch ein anderes, das damit übergangen wird.'
      : `Vor diesem Kind warten noch ${rank - 1} andere, die damit übergangen werden.`}
  </Alert>
)

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

interface OfferPlaceDialogProps {
  row: WaitlistRow
  capacity: GradeCapacity | undefined
  onGone: () => void
}

/** „Platz anbieten“: what is free, until when the family confirms, and who is passed over (domain §3.2). */
export const OfferPlaceDialog = ({ row, capacity, onGone }: OfferPlaceDialogProps) => {
  const today = useToday()
  const { first, last } = dueDays(today)
  const edit = useEdit<never, z.output<typeof PlaceOffer>>({
    fields: fieldsIn(PlaceOffer, ['note', 'place_confirm_due_at']).map((field) => ({
      ...field,
      days: { first, last, isAhead: true },
    })),
    loaded: undefined,
    valuesOf: () => ({ note: '', place_confirm_due_at: addDays(today, PLACE_CONFIRM_DAYS) }),
    loadAnew: async () => undefined,
    rules: { add: offerRule(today) },
  })
  const { modal, leave, close } = useLeavableDialog(edit.isDirty, onGone)
  const { run, isRunning } = useCall(registrationEndpoints.changeStatus, {
    invalidates: CHANGED_BY_WAITLIST,
    onFieldErrors: edit.refuse,
    onFailure: async (failure) => {
      close()
      await refreshWaitlist()
      await refuseAction(failure, REGISTRATION_TEXTS.statusFailed)
    },
  })
  const saver = saverOf(edit, {
    isRunning,
    close,
    onAdd: async (offer) => {
      const { id, version } = row
      const reply = await run({ params: { id }, body: { status: 'accepted', ...offer, version } })
      if (!reply) return
      const text = `${nameOf(row)}: Angenommen. Die Familie bestätigt bis zum ${formatDate(offer.place_confirm_due_at)}.`
      return {
        message: reply.warning ? `${text} ${reply.warning}` : text,
        about: `registration ${id}`,
        undo: () => takeStatusBack({ ...row, version: reply.version }, 'waiting'),
        ...offerToInform(row, 'accepted'),
      }
    },
  })
  const isFull = capacity !== undefined && (freePlaces(capacity) ?? 1) <= 0
  const isPassing = row.wait_rank > 1
  return (
    <Modal {...modal} size={480} title={`Platz anbieten: ${nameOf(row)}`}>
      <EditForm
        edit={edit}
        {...saver}
        arrange={(inputOf) => (
          <>
            {capacity &&
              (isFull ? (
                <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />}>
                  {freeText(capacity)}
                </Alert>
              ) : (
                <p className="sh-bold sh-flush">{freeText(capacity)}</p>
              ))}
            {isPassing && <PassedNotice rank={row.wait_rank} />}
            {isPassing && inputOf('note')}
            {inputOf('place_confirm_due_at')}
          </>
        )}
        foot={
          <DialogButtonRow
            action={isPassing || isFull ? 'Trotzdem anbieten' : 'Platz anbieten'}
            isRunning={isRunning}
            onLeave={() => void leave()}
          />
        }
      />
    </Modal>
  )
}
