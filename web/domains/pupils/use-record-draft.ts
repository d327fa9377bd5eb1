import { checkZip } from '#contract/families/families.change.ts'
import { PupilChange, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useCall } from '#web/api/queries.ts'
import { useChangedSection } from '#web/forms/use-changed-section.ts'
import type { OpenSection } from '#web/forms/use-open-section.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { CHANGED_BY_PUPILS, loadPupilAnew } from './pupil-query.ts'
import {
  changedFields,
  changesOf,
  errorsByField,
  type FieldValue,
  type FieldValues,
  inputsOf,
  type RecordField,
} from './record-fields.ts'
import { type RecordSection, recordOf } from './record-sections.ts'

interface DraftProps {
  pupil: PupilDetails
  section: RecordSection
  open: OpenSection<FieldValues>
}

const baseOf = ({ fields }: RecordSection, pupil: PupilDetails) => ({
  before: inputsOf(fields, recordOf(pupil)),
  version: pupil.version,
})

/** The postal code and its country are judged together, whichever of them is changed. */
const zipErrors = ({ zip, country }: FieldValues): Record<string, string> => {
  if (typeof zip !== 'string' || typeof country !== 'string') return {}
  const { message } = checkZip({ zip: zip.trim() || null, country })
  return message ? { zip: message } : {}
}

/** A section of the record while it is being changed: only changed keys are sent. */
export const useRecordDraft = ({ pupil, section, open }: DraftProps) => {
  const { fields, name } = section
  const { before, version, values, refuse, compareAfter, savedBy } = useChangedSection<
    RecordField,
    FieldValue,
    FieldValues
  >({
    name,
    open,
    loaded: baseOf(section, pupil),
    loadAnew: async () => baseOf(section, await loadPupilAnew(pupil.id)),
    changedIn: (now, then) => changedFields(fields, then, now),
    errorsByField: (errors) => errorsByField(fields, errors),
  })
  const call = useCall(pupilChangeEndpoints.change, {
    invalidates: CHANGED_BY_PUPILS,
    onFieldErrors: refuse,
    onFailure: compareAfter,
  })
  const bodyOf = () => ({ ...changesOf(fields, before, values), ...(version === null ? {} : { version }) })
  return savedBy({
    faultsOf: () => ({ ...zipErrors(values), ...schemaErrors(PupilChange)(bodyOf()) }),
    send: () => call.run({ params: { id: pupil.id }, body: bodyOf() }),
    isRunning: call.isRunning,
  })
}
