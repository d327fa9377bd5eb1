import { Modal } from '@mantine/core'
import { DialogButtonRow } from './DialogButtonRow.tsx'
import { EditForm, type EditFormProps } from './EditForm.tsx'
import { type Edit, type Saving, saverOf } from './use-edit.ts'
import { useLeavableDialog } from './use-leavable-dialog.ts'

interface RecordDialogProps<Base, New, Change>
  extends Saving<Base, New, Change>,
    Pick<EditFormProps, 'renderInput' | 'arrange' | 'focus' | 'children'> {
  title: string
  /** What saving is called. */
  action: string
  edit: Edit<Base, New, Change>
  /** Width in pixels. */
  size?: number
  /** Nothing can be entered for now: there is only the way back. */
  isBlocked?: boolean
  onGone: () => void
}

/** A dialog that makes a record or changes one. */
export const RecordDialog = <Base, New, Change>(props: RecordDialogProps<Base, New, Change>) => {
  const {
    title,
    action,
    edit,
    size = 640,
    isBlocked = false,
    onGone,
    renderInput,
    arrange,
    focus,
    children,
    ...saving
  } = props
  const { close, leave, modal } = useLeavableDialog(edit.isDirty && !isBlocked, onGone)
  const saver = saverOf(edit, { ...saving, close })
  return (
    <Modal {...modal} size={size} title={title}>
      <EditForm
        edit={edit}
        {...saver}
        renderInput={renderInput}
        arrange={arrange}
        focus={focus}
        foot={
          <DialogButtonRow
            action={action}
            isRunning={saving.isRunning}
            onLeave={() => void leave()}
            isComparing={isBlocked || edit.conflict !== undefined}
          />
        }
      >
        {children}
      </EditForm>
    </Modal>
  )
}
