import { Button, Group, Modal, Text } from '@mantine/core'
import { Clock } from 'lucide-react'
import { useOpenState } from '#web/ui/use-opened.ts'
import classes from './shell-dialogs.module.css'

const WIDTH = 400 // spec §9
/** Above every other dialog. */
const ON_TOP = 400
const SAID_EACH_SECONDS = 30

const timeText = (seconds: number) =>
  seconds >= 60
    ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} Minuten`
    : `${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'}`

interface IdleDialogProps {
  /** Undefined: nothing to warn of. */
  secondsLeft: number | undefined
  onStay: () => void
  onLeave: () => void
}

/** Asks whether somebody is still there; the screen reader hears the time each half minute, not each second. */
export const IdleDialog = ({ secondsLeft, onStay, onLeave }: IdleDialogProps) => {
  const isWarning = secondsLeft !== undefined
  const [isOpen] = useOpenState(isWarning)
  const seconds = secondsLeft ?? 0
  const saidSeconds = Math.ceil(seconds / SAID_EACH_SECONDS) * SAID_EACH_SECONDS
  return (
    <Modal
      opened={isOpen}
      onClose={onStay}
      size={WIDTH}
      zIndex={ON_TOP}
      title={
        <span className={`sh-inline sh-bold sh-gap-2 ${classes.title}`} data-type="attention">
          <Clock size={20} aria-hidden />
          Sind Sie noch da?
        </span>
      }
    >
      <Text>
        Zum Schutz der Daten werden Sie in{' '}
        <span role="timer" className="sh-figures">
          {timeText(seconds)}
        </span>{' '}
        abgemeldet.
      </Text>
      <span role="status" className="sh-visually-hidden">
        Noch {timeText(saidSeconds)}
      </span>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLeave}>
          Abmelden
        </Button>
        <Button onClick={onStay} data-autofocus>
          Angemeldet bleiben
        </Button>
      </Group>
    </Modal>
  )
}
