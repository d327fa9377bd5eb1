import { Alert, Modal, Stack, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { STATUS_NOTE_MAX } from '#contract/registrations/registrations.ts'
import { freePlaces, type GradeCapacity } from '#contract/waitlists/waitlists.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { type Offer, useOffer } from './use-offer.ts'
import { freeText, nameOf, ranksBefore } from './waitlist-texts.ts'

const LABELS = { place_confirm_due_at: 'Bestätigen bis', note: 'Grund (optional)' }

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

interface OfferPlaceDialogProps extends Offer {
  capacity: GradeCapacity | undefined
}

/** „Platz anbieten“: what is free, until when the family confirms, and who is passed over (domain §3.2). */
export const OfferPlaceDialog = ({ capacity, ...offer }: OfferPlaceDialogProps) => {
  const { row } = offer
  const { form, attempt, submit, isRunning, close, modal, today, last } = useOffer(offer)
  const isFull = capacity !== undefined && (freePlaces(capacity) ?? 1) <= 0
  return (
    <Modal {...modal} size={480} title={`Platz anbieten: ${nameOf(row)}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
          {capacity &&
            (isFull ? (
              <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />}>
                {freeText(capacity)}
              </Alert>
            ) : (
              <p className="sh-bold sh-flush">{freeText(capacity)}</p>
            ))}
          {row.wait_rank > 1 && (
            <>
              <PassedNotice rank={row.wait_rank} />
              <TextInput
                id="note"
                label={LABELS.note}
                description="Steht im Verlauf der Bewerbung, wie beim Verschieben."
                autoComplete="off"
                maxLength={STATUS_NOTE_MAX}
                {...form.getInputProps('note')}
              />
            </>
          )}
          <DateField
            id="place_confirm_due_at"
            label={LABELS.place_confirm_due_at}
            description="Danach steht die Familie hier unter „Nachfassen“. Eine E-Mail geht erst hinaus, wenn Sie sie senden."
            autoComplete="off"
            isAhead
            today={today}
            min={today}
            max={last}
            value={form.values.place_confirm_due_at}
            onChange={(value) => form.setFieldValue('place_confirm_due_at', value)}
            error={form.errors.place_confirm_due_at}
          />
        </Stack>
        <DialogButtonRow
          action={row.wait_rank > 1 || isFull ? 'Trotzdem anbieten' : 'Platz anbieten'}
          isRunning={isRunning}
          onLeave={close}
        />
      </form>
    </Modal>
  )
}
