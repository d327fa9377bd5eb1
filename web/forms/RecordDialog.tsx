import { EditDialog, type EditDialogProps } from './EditDialog.tsx'
import { drawInput, type EditFormProps } from './EditForm.tsx'

type RecordDialogProps<Base, New, Change> = Omit<EditDialogProps<Base, New, Change>, 'renderInput'> &
  Pick<EditFormProps, 'renderInput'>

/** A dialog that makes a record or changes one; its fields are drawn by their kinds. */
export const RecordDialog = <Base, New, Change>({
  renderInput = drawInput,
  ...props
}: RecordDialogProps<Base, New, Change>) => <EditDialog {...props} renderInput={renderInput} />
