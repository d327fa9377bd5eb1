import { lazy, Suspense } from 'react'
import { INFORM_TITLE, isStatusMailKind } from '#contract/registrations/registrations.mail-labels.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import type { NoticeOptions } from '#web/shell/notice-options.ts'

const StatusMailDialog = lazy(() =>
  import('./StatusMailDialog.tsx').then(({ StatusMailDialog }) => ({ default: StatusMailDialog })),
)

interface InformFamilyWidgetProps {
  registration: Pick<RegistrationRow, 'id' | 'meta'>
  onGone: () => void
}

/** The dialog that tells a decision, wherever one is. */
export const InformFamilyWidget = (props: InformFamilyWidgetProps) => (
  <Suspense fallback={null}>
    <StatusMailDialog {...props} />
  </Suspense>
)

/**
 * What the notice of a decision offers (domain §2.3/8): to tell the family. A notice and not a dialog, so that nobody who
 * works off a list is stopped (ADR 0031).
 */
export const offerToInform = (
  registration: InformFamilyWidgetProps['registration'],
  status: string,
): Pick<NoticeOptions, 'dialog'> => {
  const render = (onGone: () => void) => <InformFamilyWidget registration={registration} onGone={onGone} />
  return isStatusMailKind(status) ? { dialog: { text: INFORM_TITLE, render } } : {}
}
