import { zipFaults } from '#contract/families/families.change.ts'
import { PupilChange, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useCall } from '#web/api/queries.ts'
import type { InputFieldProps } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { SectionForm } from '#web/forms/SectionForm.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import type { OpenSection } from '#web/forms/use-open-section.ts'
import { ConfidentialHint } from './ConfidentialHint.tsx'
import { LanguagesField } from './LanguagesField.tsx'
import { CHANGED_BY_PUPILS, loadPupilAnew } from './pupil-query.ts'
import { type PupilRecord, type RecordSection, recordOf } from './record-sections.ts'

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
