import { Alert, Checkbox } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { momentText } from '#web/domains/registrations/moment-text.ts'

interface TransformWishFieldProps {
  /** Null: it came while the dialog was open. */
  wish: TransformOptions['wish']
  isDeclined: boolean
  error: string | undefined
  onDecline: (isDeclined: boolean) => void
}

const wishText = (wish: TransformOptions['wish']) =>
  wish
    ? `${wish.fullname ?? 'Eine sorgeberechtigte Person'} hat das am ${momentText(wish.at)} gewünscht.`
    : 'Der Wunsch kam gerade eben.'

/** The family wants out: the child becomes a pupil only when staff say that they decline (domain §2.3). */
export const TransformWishField = ({ wish, isDeclined, error, onDecline }: TransformWishFieldProps) => (
  <Alert color="red" icon={<CircleAlert size={20} aria-hidden />} title="Die Familie möchte die Bewerbung zurückziehen">
    <p className="sh-breaks sh-flush sh-below-2">
      {wishText(wish)} {wish?.reason && `Grund: ${wish.reason}`}
    </p>
    <Checkbox
      label="Trotzdem übernehmen; der Wunsch ist damit abgelehnt"
      checked={isDeclined}
      onChange={({ currentTarget }) => onDecline(currentTarget.checked)}
      error={error}
      aria-invalid={error ? true : undefined}
    />
  </Alert>
)
