import { Button, Group, Modal, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import type { RetentionSubject } from '#contract/retentions/retentions.people.ts'
import type { RetentionHold } from '#contract/retentions/retentions.ts'
import type { Subject } from '#contract/subjects.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { EraseOnRequestWidget } from './EraseOnRequestWidget.tsx'
import { HoldDialog } from './HoldDialog.tsx'
import { endHold } from './hold-actions.ts'

/** Somebody whose data can be erased on request. */
export interface Erasable {
  subject: Subject
  id: number
  name: string
}

interface ClockCardProps {
  subject: RetentionSubject
  id: number
  name: string
  hold: RetentionHold | null
  /** Somebody who is still at the school cannot be erased. */
  isHere?: boolean
  /** What happens on which day; shown while nothing is on hold. */
  children: ReactNode
  /** What is said besides, whether on hold or not. */
  more?: (onErase: (record: Erasable) => void) => ReactNode
  /** Further buttons about the data of this person. */
  tools?: ReactNode
  /** Called when the record itself is erased: its page is gone. */
  onErased: () => void
  /** If given, the same content is shown in a dialog, which this function closes. */
  onGone?: (() => void) | undefined
}

const HoldLines = ({ hold }: { hold: RetentionHold }) => (
  <div>
    <p className="sh-flush">{`Löschung ausgesetzt bis ${formatDate(hold.until)}.`}</p>
    <p className="sh-quiet sh-breaks sh-flush">{hold.by ? `${hold.reason} (${hold.by})` : hold.reason}</p>
  </div>
)

const ClockDialog = ({ onGone, children }: { onGone: () => void; children: ReactNode }) => {
  const modal = useOpened(onGone)
  return (
    <Modal {...modal} size={560} title="Aufbewahrung">
      {children}
    </Modal>
  )
}

/** On the page of a record: when it is erased and why, and how to keep it or to erase it at once (domain §5.2). */
export const ClockCard = ({
  subject,
  id,
  name,
  hold,
  isHere = false,
  children,
  more,
  tools,
  onErased,
  onGone,
}: ClockCardProps) => {
  const may = useMay()
  const [isHolding, setHolding] = useState(false)
  const [erased, setErased] = useState<Erasable>()
  const own: Erasable = { subject, id, name }
  const lines = (
    <Stack gap="sm">
      {hold ? <HoldLines hold={hold} /> : children}
      {more?.(setErased)}
      <Group gap="xs" className="sh-screen-only">
        <Button variant="default" size="compact-md" onClick={() => setHolding(true)}>
          {hold ? 'Aussetzung ändern' : 'Löschung aussetzen'}
        </Button>
        {hold && (
          <Button variant="default" size="compact-md" onClick={() => void endHold({ ...own, subject, hold })}>
            Aussetzung beenden
          </Button>
        )}
        {may('view pupil sensitive') && (hold || !isHere) && (
          <Button variant="default" size="compact-md" disabled={hold !== null} onClick={() => setErased(own)}>
            Auf Antrag löschen
          </Button>
        )}
        {hold && may('view pupil sensitive') && <span className="sh-quiet">erst nach der Aussetzung</span>}
        {tools}
        <Link to={paths.retentionPreview}>Löschvorschau</Link>
      </Group>
    </Stack>
  )
  return (
    <>
      {onGone ? (
        <ClockDialog onGone={onGone}>{lines}</ClockDialog>
      ) : (
        <TitledCard id="retention" title="Aufbewahrung" gap="xs">
          {lines}
        </TitledCard>
      )}
      {isHolding && <HoldDialog record={{ ...own, subject, hold }} onGone={() => setHolding(false)} />}
      {erased && (
        <EraseOnRequestWidget
          {...erased}
          onClose={() => setErased(undefined)}
          onErased={() => erased.subject === subject && erased.id === id && onErased()}
        />
      )}
    </>
  )
}
