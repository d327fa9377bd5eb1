import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtonRow } from './DialogButtonRow.tsx'
import { EditFrame, type EditFrameProps, type EditParts } from './EditFrame.tsx'
import { type Edit, type Saving, saverOf } from './use-edit.ts'
import { useLeavableDialog } from './use-leavable-dialog.ts'

export interface EditDialogProps<Base, New, Change>
  extends Saving<Base, New, Change>,
    Pick<EditParts, 'renderInput' | 'arrange' | 'focus' | 'labels' | 'children'>,
    Pick<EditFrameProps, 'onKeyDown'> {
  title: string
  /** What saving is called. */
  action: string
  /** Of the button for saving; red: it cannot be undone. */
  color?: 'red'
  edit: Edit<Base, New, Change>
  /** A phone has its buttons beside each other, and so more room above them. */
  hasLineOfButtons?: true
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

/** The frame of a dialog that edits, for inputs of its own. `RecordDialog` is this one with the inputs of all kinds. */
export const EditDialog = <Base, New, Change>(props: EditDialogProps<Base, New, Change>) => {
  const {
    title,
    action,
    color,
    edit,
    size = 640,
    hasLineOfButtons,
    isBlocked = false,
    isVain = isBlocked,
    instead,
    onGone,
    ...given
  } = props
  const { renderInput, onKeyDown, arrange, focus, labels, children, ...saving } = given
  const { close, leave, modal } = useLeavableDialog(edit.isDirty && !isVain, onGone)
  const saver = saverOf(edit, { ...saving, close })
  const foot = (hasOnlyWayBack: boolean) => (
    <DialogButtonRow
      action={action}
      color={color}
      isRunning={saving.isRunning}
      isLine={hasLineOfButtons}
      onLeave={() => void leave()}
      isComparing={hasOnlyWayBack}
    />
  )
  return (
    <Modal {...modal} size={size} title={title}>
      {instead ?? (
        <EditFrame
          edit={edit}
          {...saver}
          renderInput={renderInput}
          onKeyDown={onKeyDown}
          arrange={arrange}
          focus={focus}
          labels={labels}
          foot={foot(isBlocked || edit.conflict !== undefined)}
        >
          {children}
        </EditFrame>
      )}
      {instead && foot(true)}
    </Modal>
  )
}
