import { Checkbox, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import {
  CLASS_EXPORT_COLUMNS,
  CLASS_EXPORT_LABELS,
  type ClassExportColumn,
} from '#contract/schoolclasses/schoolclasses.export.ts'
import { type SchoolclassDetails, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'

const FIRST_CHOICE: readonly ClassExportColumn[] = ['birthdate', 'gender']

interface ClassExportDialogProps {
  schoolclass: SchoolclassDetails
  onGone: () => void
}

/** Which columns the file has beside name, class and grade: no more than are needed. */
export const ClassExportDialog = ({ schoolclass, onGone }: ClassExportDialogProps) => {
  const { id, classgradePlain } = schoolclass
  const [columns, setColumns] = useState<string[]>([...FIRST_CHOICE])
  const { save, isRunning } = useSavedFile()
  const { onClose: close, ...modal } = useOpened(onGone)
  const saveList = async () => {
    const body = { columns: CLASS_EXPORT_COLUMNS.filter((column) => columns.includes(column)) }
    if (await save(() => callForFile(schoolclassEndpoints.export, { params: { id }, body }))) close()
  }
  return (
    <Modal {...modal} onClose={close} size={480} title={`Klasse ${classgradePlain} exportieren`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void saveList()
        }}
      >
        <Checkbox.Group
          label="Welche Angaben soll die Excel-Datei neben Namen, Klasse und Stufe enthalten?"
          description="Bitte nur, was gebraucht wird. Der Export wird protokolliert."
          value={columns}
          onChange={setColumns}
        >
          <Stack gap="xs" mt="sm">
            {CLASS_EXPORT_COLUMNS.map((column, index) => (
              <Checkbox
                key={column}
                value={column}
                label={CLASS_EXPORT_LABELS[column]}
                data-autofocus={index === 0 ? true : undefined}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogButtonRow action="Excel-Datei speichern" isRunning={isRunning} onLeave={close} />
      </form>
    </Modal>
  )
}
