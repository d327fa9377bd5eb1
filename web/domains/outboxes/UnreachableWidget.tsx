import { Button } from '@mantine/core'
import type { ContactKind } from '#contract/outboxes/outboxes.unreachable.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { markGood, sinceText, useUnreachable } from './unreachable.ts'

interface UnreachableWidgetProps {
  kind: ContactKind
  id: number
  /** Null: there is no address that could be wrong. */
  mail: string | null | undefined
}

/** Beside the address of a person: mails to it come back, since when and why. Nothing while all is well. */
export const UnreachableWidget = ({ kind, id, mail }: UnreachableWidgetProps) => {
  const contact = useUnreachable(Boolean(mail)).find((one) => one.kind === kind && one.id === id)
  if (!contact) return null
  return (
    <div className="sh-wrap sh-gap-2 sh-rows-1 sh-above-1 sh-below-1">
      <StatusChip tone="negative" icon="alert">
        Adresse nicht erreichbar
      </StatusChip>
      <span className="sh-quiet sh-small">{sinceText(contact)}</span>
      <Button
        variant="default"
        size="compact-sm"
        className="sh-screen-only"
        aria-label={`Adresse stimmt: ${contact.name}`}
        onClick={() => void markGood(contact)}
      >
        Adresse stimmt
      </Button>
    </div>
  )
}
