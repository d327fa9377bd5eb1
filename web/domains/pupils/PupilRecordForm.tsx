import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { zipFaults } from '#contract/families/families.change.ts'
import { PupilChange, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useCall } from '#web/api/queries.ts'
import { fieldProps, type InputFieldProps, type LanguageInput } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { LanguageField } from '#web/forms/LanguageField.tsx'
import { SectionForm } from '#web/forms/SectionForm.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import type { OpenSection } from '#web/forms/use-open-section.ts'
import { ConfidentialHint } from './ConfidentialHint.tsx'
import { CHANGED_BY_PUPILS, loadPupilAnew } from './pupil-query.ts'
import classes from './pupils.module.css'
import { type PupilRecord, type RecordSection, recordOf } from './record-sections.ts'

const NEW: LanguageInput = { language: '', since_grade: '', until_grade: '' }
const MOST = 5
const GRADES = [
  { key: 'since_grade', label: 'ab Klassenstufe' },
  { key: 'until_grade', label: 'bis Klassenstufe' },
] as const

/** The foreign languages of a child, each with the grades it is learnt in. */
const LanguagesField = (input: InputFieldProps) => {
  const { id, label, error } = fieldProps(input)
  const value = input.value as readonly LanguageInput[]
  const { onChange } = input
  const set = (index: number, change: Partial<LanguageInput>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={`sh-fieldset ${classes.group}`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{label}</legend>
      {value.map((one, index) => (
        // Rows have nothing else to be told apart by while they are typed.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={`sh-grid sh-gap-2 ${classes.language}`}>
          <LanguageField
            id={`${id}-${index}`}
            label={`${index + 1}. Fremdsprache`}
            value={one.language}
            onChange={(language) => set(index, { language })}
          />
          {GRADES.map(({ key, label }) => (
            <TextInput
              key={key}
              label={label}
              inputMode="numeric"
              autoComplete="off"
              value={one[key]}
              onChange={(event) => set(index, { [key]: event.currentTarget.value })}
            />
          ))}
          <ActionIcon
            aria-label={`${index + 1}. Fremdsprache entfernen`}
            size={40}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <X size={20} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className="sh-small sh-bad sh-flush sh-above-1 sh-below-1">
          {error}
        </p>
      )}
      {value.length < MOST && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Plus size={18} aria-hidden />}
          onClick={() => onChange([...value, NEW])}
        >
          Fremdsprache hinzufügen
        </Button>
      )}
    </fieldset>
  )
}

/** One field of a pupil's record: languages have rows of their own, and a remark is no place for confidential words. */
const PupilInputField = (input: InputFieldProps) => {
  const { field, value } = input
  if (field.kind === 'languages') return <LanguagesField {...input} />
  if (field.kind !== 'lines') return <InputField {...input} />
  return (
    <div>
      <InputField {...input} />
      <ConfidentialHint text={String(value)} />
    </div>
  )
}

/** The inputs of a part of the record; only changed fields are sent. */
export const PupilRecordForm = ({
  pupil,
  section,
  open,
}: {
  pupil: PupilDetails
  section: RecordSection
  open: OpenSection<PupilRecord>
}) => {
  const edit = useEdit({
    fields: section.fields,
    loaded: recordOf(pupil),
    loadAnew: async ({ id }) => recordOf(await loadPupilAnew(id)),
    rules: { change: PupilChange },
    faultsOf: zipFaults,
    invalidates: CHANGED_BY_PUPILS,
    ...open.memoryOf(section.name),
  })
  const { run, isRunning } = useCall(pupilChangeEndpoints.change, edit.calls)
  return (
    <SectionForm
      title={section.title}
      edit={edit}
      open={open}
      renderInput={(input) => <PupilInputField {...input} />}
      onChange={({ id, version }, changes) => run({ params: { id }, body: { ...changes, version } })}
      isRunning={isRunning}
    />
  )
}
