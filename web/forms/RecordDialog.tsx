import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtonRow } from './DialogButtonRow.tsx'
import { EditForm, type EditFormProps } from './EditForm.tsx'
import { type Edit, type Saving, saverOf } from './use-edit.ts'
import { useLeavableDialog } from './use-leavable-dialog.ts'

interface RecordDialogProps<Base, New, Change>
  extends Saving<Base, New, Change>,
    Pick<EditFormProps, 'renderInput' | 'arrange' | 'focus' | 'labels' | 'children'> {
  title: string
  /** What saving is called. */
  action: string
  edit: Edit<Base, New, Change>
  /** Width in pixels. */
  size?: number
  /** Nothing can be entered for now: there is only the way back. */
  isBlocked?: boolean
  /** What is entered so far is nothing that could be lost. */
  isVain?: boolean
  /** Stands in place of the form while there is nothing to choose from. */
  instead?: ReactNode
  onGone: () => void
}

/** A dialog that makes a record or changes one. */
export const RecordDialog = <Base, New, Change>(props: RecordDialogProps<Base, New, Change>) => {
  const { title, action, edit, size = 640, isBlocked = false, isVain = isBlocked, instead, onGone, ...given } = props
  const { renderInput, arrange, focus, labels, children, ...saving } = given
  const { close, leave, modal } = useLeavableDialog(edit.isDirty && !isVain, onGone)
  const saver = saverOf(edit, { ...saving, close })
  const foot = (hasOnlyWayBack: boolean) => (
    <DialogButtonRow
      action={action}
      isRunning={saving.isRunning}
      onLeave={() => void leave()}
      isComparing={hasOnlyWayBack}
    />
  )
  return (
    <Modal {...modal} size={size} title={title}>
      {instead ?? (
        <EditForm
          edit={edit}
          {...saver}
          renderInput={renderInput}
          arrange={arrange}
          focus={focus}
          labels={labels}
          foot={foot(isBlocked || edit.conflict !== undefined)}
        >
          {children}
        </EditForm>
      )}
      {instead && foot(true)}
    </Modal>
  )
}
