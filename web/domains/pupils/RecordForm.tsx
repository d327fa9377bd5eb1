import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { SectionForm } from '#web/forms/SectionForm.tsx'
import type { OpenSection } from '#web/forms/use-open-section.ts'
import { RecordInputField } from './RecordInputField.tsx'
import { type FieldValues, readText } from './record-fields.ts'
import type { RecordSection } from './record-sections.ts'
import { useRecordDraft } from './use-record-draft.ts'

interface RecordFormProps {
  pupil: PupilDetails
  section: RecordSection
  open: OpenSection<FieldValues>
}

/** The inputs of a part of the record. */
export const RecordForm = (props: RecordFormProps) => {
  const { section, open } = props
  return (
    <SectionForm
      title={section.title}
      fields={section.fields}
      draft={useRecordDraft(props)}
      renderInput={(input) => <RecordInputField {...input} />}
      readText={readText}
      onCancel={() => void open.cancel()}
    />
  )
}
