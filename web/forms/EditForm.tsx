import { EditFrame, type EditFrameProps, type EditParts } from './EditFrame.tsx'
import type { InputFieldProps } from './fields.ts'
import { InputField } from './InputField.tsx'

/** A field is drawn by its kind, unless the form draws it. */
type WithInputs<Props extends EditParts> = Omit<Props, 'renderInput'> & {
  renderInput?: EditParts['renderInput'] | undefined
}
export type EditFormProps = WithInputs<EditParts>

export const drawInput = (input: InputFieldProps) => <InputField {...input} />

/** The form of a record whose fields are drawn by their kinds. */
export const EditForm = ({ renderInput = drawInput, ...props }: WithInputs<EditFrameProps>) => (
  <EditFrame {...props} renderInput={renderInput} />
)
