import { Modal } from '@mantine/core'
import { DialogButtonRow } from './DialogButtonRow.tsx'
import { EditForm, type EditFormProps } from './EditForm.tsx'
import { type Edit, type Saving, saverOf } from './use-edit.ts'
import { useLeavableDialog } from './use-leavable-dialog.ts'

interface RecordDialogProps<Base, New, Change>
  extends Saving<Base, New, Change>,
    Pick<EditFormProps, 'renderInput' | 'focus' | 'labels' | 'children'> {
  title: string
  /** What saving is called. */
  action: string
  edit: Edit<Base, New, Change>
  /** Width in pixels. */
  size?: number
  /** What is entered so far is nothing that could be lost. */
  isVain?: boolean
  onGone: () => void
}

/** A dialog that makes a record or changes one. */
export const RecordDialog = <Base, New, Change>(props: RecordDialogProps<Base, New, Change>) => {
  const { title, action, edit, size = 640, isVain, onGone, renderInput, focus, labels, children, ...saving } = props
  const { close, leave, modal } = useLeavableDialog(edit.isDirty && !isVain, onGone)
  const saver = saverOf(edit, { ...saving, close })
  return (
    <Modal {...modal} size={size} title={title}>
      <EditForm
        edit={edit}
        {...saver}
        renderInput={renderInput}
        focus={focus}
        labels={labels}
        foot={
          <DialogButtonRow
            action={action}
            isRunning={saving.isRunning}
            onLeave={() => void leave()}
            isComparing={edit.conflict !== undefined}
          />
        }
      >
        {children}
      </EditForm>
    </Modal>
  )
}
