import { Alert, Stack } from '@mantine/core'
import { Fragment, type KeyboardEventHandler, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { unitOf } from '#contract/field-units.ts'
import { ConflictCard } from './ConflictCard.tsx'
import { comparedLines, wholeText } from './compared-lines.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { type FieldValue, type FieldValues, type InputFieldProps, readText } from './fields.ts'
import pairs from './forms.module.css'
import type { Edit } from './use-edit.ts'

/** Both changes of a conflict stand in the form now: says that nothing is saved yet, and takes the focus from the button that is gone. */
const BothTakenCard = () => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} tabIndex={-1} color="yellow" role="status">
      Noch nicht gespeichert: bitte prüfen und speichern.
    </Alert>
  )
}

/** The parts of an edited record that are drawn, whatever its type is. */
type DrawnEdit = Omit<Edit<unknown, unknown, unknown>, 'base' | 'whole' | 'changes'>

/** Draws the input of a field; `onChange` where a change is more than its value. */
export type InputOf = (key: string, onChange?: (value: FieldValue) => void) => ReactNode

export interface EditParts {
  edit: DrawnEdit
  submit: () => void
  keepMine: () => void
  /** Draws the input of a field. */
  renderInput: (input: InputFieldProps) => ReactNode
  /** Where the inputs stand, when they do not just follow each other. */
  arrange?: ((inputOf: InputOf) => ReactNode) | undefined
  /** Key of the field that gets the cursor when a dialog opens. */
  focus?: string | undefined
  /** What is asked beside the fields, by the key of its errors. */
  labels?: Record<string, string> | undefined
  /** Below the inputs. */
  children?: ReactNode
}

export interface EditFrameProps extends EditParts {
  name?: string
  /** A class of its own for the order of the fields. */
  layout?: string | undefined
  formRef?: Ref<HTMLFormElement>
  onKeyDown?: KeyboardEventHandler | undefined
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

/** The inputs of a record with the summary of what is wrong, and both versions when somebody else was faster. */
export const EditFrame = ({ edit, renderInput, arrange, focus, labels, children, ...frame }: EditFrameProps) => {
  const { fields, values, errors, conflict } = edit
  const inputOf: InputOf = (key, onChange = (value) => edit.set(key, value)) => {
    const field = fields.find((one) => one.key === key)
    if (!field) return null
    const input = { field, value: values[key] ?? '', error: errors[key], onChange, takesFocus: key === focus }
    return <Fragment key={key}>{renderInput(input)}</Fragment>
  }
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
        {arrange?.(inputOf) ?? (
          <div className={frame.layout ? `${pairs.fields} ${frame.layout}` : pairs.fields}>
            {fields.map(({ key, isHalf, group }, at) => (
              <Fragment key={key}>
                {group !== undefined && group !== fields[at - 1]?.group && (
                  <h3 className={`sh-flush ${pairs.group}`}>{group}</h3>
                )}
                <div data-half={isHalf}>{inputOf(key)}</div>
              </Fragment>
            ))}
          </div>
        )}
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
