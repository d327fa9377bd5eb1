import { Modal } from '@mantine/core'
import { useState } from 'react'
import { isIsoDay } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { PAPER_TEXTS } from '#contract/registrationdocuments/registrationdocuments.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'

interface PaperDateDialogProps {
  /** The paper and whose it is. */
  title: string
  /** YYYY-MM-DD */
  seenOn: string
  today: string
  isRunning: boolean
  /** Answers whether it was saved. */
  onSave: (day: string) => Promise<boolean>
  onGone: () => void
}

const errorOf = (day: string, today: string) => {
  if (!isIsoDay(day)) return MESSAGES.date
  return day > today ? PAPER_TEXTS.future : undefined
}

/** On another day than today. */
export const PaperDateDialog = ({ title, seenOn, today, isRunning, onSave, onGone }: PaperDateDialogProps) => {
  const [day, setDay] = useState(seenOn)
  const [error, setError] = useState<string>()
  const { onClose: close, ...modal } = useOpened(onGone)
  const submit = async () => {
    const found = errorOf(day, today)
    setError(found)
    if (!found && (await onSave(day))) close()
  }
  return (
    <Modal {...modal} onClose={close} size={420} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <DateField
          label="Gesehen am"
          value={day}
          onChange={(value) => {
            setDay(value)
            setError(undefined)
          }}
          today={today}
          max={today}
          isNear
          error={error}
          autoComplete="off"
        />
        <DialogButtonRow action="Übernehmen" isRunning={isRunning} onLeave={close} />
      </form>
    </Modal>
  )
}
