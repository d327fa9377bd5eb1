import { Checkbox, TextInput } from '@mantine/core'
import { parseTimeInput } from '#contract/clock-time.ts'
import { SicknoteLessonsField } from './SicknoteLessonsField.tsx'
import { NOTE_FIELDS, type NoteInputs } from './sicknote-form.ts'
import classes from './sicknotes.module.css'

/** Which part of the day, by times or by lessons (domain §1.11). */
export const SicknoteTimesField = ({ values, errors, set }: NoteInputs) => {
  const time = (field: 'timeStart' | 'timeEnd') => (
    <TextInput
      id={field}
      label={NOTE_FIELDS[field]}
      autoComplete="off"
      inputMode="numeric"
      placeholder="10:00"
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
      onBlur={() => set({ [field]: parseTimeInput(values[field]) ?? values[field] })}
    />
  )
  return (
    <>
      <Checkbox
        id="partial"
        label={NOTE_FIELDS.partial}
        checked={values.partial}
        onChange={(event) => set({ partial: event.currentTarget.checked })}
        error={errors.partial}
      />
      {values.partial && (
        <>
          <div className={`sh-grid sh-gap-4 ${classes.pair}`}>
            {time('timeStart')}
            {time('timeEnd')}
          </div>
          <SicknoteLessonsField {...{ values, set }} label={`oder ${NOTE_FIELDS.lessons}`} />
        </>
      )}
    </>
  )
}
