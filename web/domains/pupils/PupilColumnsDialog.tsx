import { Checkbox, Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { LISTED_COLUMNS, LISTED_FIELDS, LISTED_GROUPS, mayList } from '#contract/pupils/listed-fields.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './listed-fields.module.css'

interface PupilColumnsDialogProps {
  /** Keys of the shown columns. */
  shown: readonly string[]
  onChoose: (keys: readonly string[]) => void
  onGone: () => void
}

/** All fields of a pupil that can be columns, as far as this person may see them. */
export const PupilColumnsDialog = ({ shown, onChoose, onGone }: PupilColumnsDialogProps) => {
  const permissions = useSignedIn()?.permissions ?? []
  const modal = useOpened(onGone)
  const [chosen, setChosen] = useState(() => shown.filter((key) => LISTED_COLUMNS.includes(key)))
  const fields = LISTED_FIELDS.filter(({ key, isColumn }) => isColumn && mayList(key, permissions))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const usual = shown.filter((key) => !LISTED_COLUMNS.includes(key))
    onChoose([...usual, ...LISTED_COLUMNS.filter((key) => chosen.includes(key))])
    modal.onClose()
  }
  return (
    <Modal {...modal} size={720} title="Spalten der Liste">
      <form onSubmit={submit}>
        <Checkbox.Group
          label="Weitere Spalten"
          description="Bitte nur, was gebraucht wird. Ausdruck, Excel und gemerkte Ansichten zeigen dieselben Spalten."
          value={[...chosen]}
          onChange={setChosen}
        >
          <Stack gap="sm" mt="sm">
            {LISTED_GROUPS.map((group) => {
              const own = fields.filter((field) => field.group === group)
              if (own.length === 0) return null
              return (
                <fieldset key={group} className={`sh-fieldset ${classes.columnGroup}`}>
                  <legend className="sh-quiet sh-small">{group}</legend>
                  <div className={`sh-grid sh-gap-4 sh-rows-2 ${classes.columnChoices}`}>
                    {own.map(({ key, label }) => (
                      <Checkbox key={key} value={key} label={label} />
                    ))}
                  </div>
                </fieldset>
              )
            })}
          </Stack>
        </Checkbox.Group>
        <DialogButtonRow action="Spalten zeigen" isRunning={false} onLeave={modal.onClose} />
      </form>
    </Modal>
  )
}
