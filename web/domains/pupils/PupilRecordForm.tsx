import { zipFaults } from '#contract/families/families.change.ts'
import { PupilChange, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useCall } from '#web/api/queries.ts'
import { SectionForm } from '#web/forms/SectionForm.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import type { OpenSection } from '#web/forms/use-open-section.ts'
import { PupilInputField } from './PupilInputField.tsx'
import { CHANGED_BY_PUPILS, loadPupilAnew } from './pupil-query.ts'
import { type PupilRecord, type RecordSection, recordOf } from './record-sections.ts'

interface PupilRecordFormProps {
  pupil: PupilDetails
  section: RecordSection
  open: OpenSection<PupilRecord>
}

/** The inputs of a part of the record; only changed fields are sent. */
export const PupilRecordForm = ({ pupil, section, open }: PupilRecordFormProps) => {
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
