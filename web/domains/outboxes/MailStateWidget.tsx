import { MAIL_STATE_LABELS, type MailState } from '#contract/mail-states.ts'
import { MAIL_TROUBLE_LABELS, type MailTrouble } from '#contract/mail-trouble.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'

export const MAIL_STATE_LOOKS: Record<MailState, StatusLook> = {
  queued: { tone: 'neutral', icon: 'wait' },
  held: { tone: 'attention', icon: 'alert' },
  sent: { tone: 'neutral', icon: 'check' },
  failed: { tone: 'negative', icon: 'cross' },
  dropped: { tone: 'neutral', icon: 'dot' },
}

interface MailStateWidgetProps {
  state: MailState
  trouble: MailTrouble | null
  is_doubtful: boolean
}

/** Where a mail stands, and what is wrong with it. */
export const MailStateWidget = ({ state, trouble, is_doubtful }: MailStateWidgetProps) => (
  <>
    <StatusChip {...MAIL_STATE_LOOKS[state]}>{MAIL_STATE_LABELS[state]}</StatusChip>
    {trouble && <span className="sh-quiet sh-small sh-block">{MAIL_TROUBLE_LABELS[trouble]}</span>}
    {is_doubtful && <span className="sh-quiet sh-small sh-block">ungewiss: vielleicht doppelt angekommen</span>}
  </>
)
