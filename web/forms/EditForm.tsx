import { Stack } from '@mantine/core'
import type { KeyboardEventHandler, ReactNode, Ref } from 'react'
import { unitOf } from '#contract/field-units.ts'
import { BothTakenCard } from './BothTakenCard.tsx'
import { ConflictCard } from './ConflictCard.tsx'
import { comparedLines, wholeText } from './compared-lines.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { type FieldValues, type InputFieldProps, readText } from './fields.ts'
import pairs from './forms.module.css'
import { InputField } from './InputField.tsx'
import type { Edit } from './use-edit.ts'

/** The parts of an edited record that are drawn, whatever its type is. */
type DrawnEdit = Omit<Edit<unknown, unknown, unknown>, 'base' | 'whole' | 'changes'>

export interface EditFormProps {
  edit: DrawnEdit
  submit: () => void
  keepMine: () => void
  /** Draws a field that its kind does not say enough about. */
  renderInput?: ((input: InputFieldProps) => ReactNode) | undefined
  /** Key of the field that gets the cursor when a dialog opens. */
  focus?: string | undefined
  /** What is asked beside the fields, by the key of its errors. */
  labels?: Record<string, string> | undefined
  /** Below the inputs. */
  children?: ReactNode
}

interface FrameProps extends EditFormProps {
  name?: string
  formRef?: Ref<HTMLFormElement>
  onKeyDown?: KeyboardEventHandler
  foot: ReactNode
}

/** Both versions of what differs, and what they make together. */
const comparisonOf = ({ fields, values, before, origin, changed, merged, takeMerged }: DrawnEdit) => {
  const versions = { origin, mine: values, theirs: before }
  const fieldOf = (key: string) => fields.find((field) => field.key === key)
  const readIn = (version: FieldValues, key: string) => {
    const field = fieldOf(key)
    return (field && readText(field, version[key] ?? '')) || '–'
  }
  const lines = comparedLines({
    keys: changed.map(({ key }) => key),
    labelOf: (key) => fieldOf(key)?.label ?? key,
    read: (version, key) => readIn(versions[version], key),
  })
  const whole = lines.find(({ isWhole }) => isWhole)
  const both = merged &&
    whole && { text: wholeText(unitOf(whole.key) ?? [], (key) => readIn(merged, key)), onTake: takeMerged }
  return { lines, both }
}

const drawInput = (input: InputFieldProps) => <InputField {...input} />

/** The inputs of a record with the summary of what is wrong, and both versions when somebody else was faster. */
export const EditForm = ({ edit, renderInput = drawInput, focus, labels, children, ...frame }: FrameProps) => {
  const { fields, values, errors, conflict } = edit
  return (
    <form
      ref={frame.formRef}
      noValidate
      aria-label={frame.name}
      onKeyDown={frame.onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        frame.submit()
      }}
    >
      <Stack gap="md">
        <ErrorSummary
          errors={errors}
          labels={{ ...Object.fromEntries(fields.map(({ key, label }) => [key, label])), ...labels }}
          attempt={edit.attempt}
        />
        <div className={pairs.fields}>
          {fields.map((field) => (
            <div key={field.key} data-half={field.isHalf}>
              {renderInput({
                field,
                value: values[field.key] ?? '',
                error: errors[field.key],
                onChange: (value) => edit.set(field.key, value),
                takesFocus: field.key === focus,
              })}
            </div>
          ))}
        </div>
        {children}
        {conflict && (
          <ConflictCard
            text={conflict}
            {...comparisonOf(edit)}
            onKeepMine={frame.keepMine}
            onTakeTheirs={edit.takeTheirs}
          />
        )}
        {edit.hasTakenBoth && <BothTakenCard />}
      </Stack>
      {frame.foot}
    </form>
  )
}
