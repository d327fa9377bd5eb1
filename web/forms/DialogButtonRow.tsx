import { Button } from '@mantine/core'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'

interface DialogButtonRowProps {
  /** What the form does, in the words of its button. */
  action: string
  color?: 'red' | undefined
  isRunning: boolean
  /** There is nothing to do. */
  isDisabled?: boolean | undefined
  /** Two short ones stay beside each other on a phone, too. */
  isLine?: true | undefined
  onLeave: () => void
  /** Both versions are shown: only their buttons decide. */
  isComparing?: boolean
}

/** The lower edge of a dialog's form: left without saving, or sent. */
export const DialogButtonRow = ({
  action,
  color,
  isRunning,
  isDisabled = false,
  isLine,
  onLeave,
  isComparing = false,
}: DialogButtonRowProps) => (
  <ButtonRow align="end" isFoot {...(isLine && { isLine })}>
    <Button variant="default" onClick={onLeave}>
      Abbrechen
    </Button>
    {!isComparing && (
      <ActionButton type="submit" {...(color && { color })} isRunning={isRunning} disabled={isDisabled}>
        {action}
      </ActionButton>
    )}
  </ButtonRow>
)
