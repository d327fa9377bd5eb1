import { useChangedSection } from '#web/forms/use-changed-section.ts'
import type { OpenSection } from '#web/forms/use-open-section.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { changeRules, type SchoolSection } from './school-sections.ts'
import {
  changedFields,
  changesOfSection,
  errorsByField,
  type FieldValue,
  type FieldValues,
  inputsOf,
  type SectionField,
} from './section-fields.ts'
import { loadSectionAnew, type StoredSection, useSectionCall } from './use-section-call.ts'

/** Asked before something is saved; false: not now. */
export type BeforeSave = (changes: Record<string, unknown>) => Promise<boolean>

interface DraftProps {
  schoolId: number
  section: SchoolSection
  stored: StoredSection
  open: OpenSection<FieldValues>
  beforeSave?: BeforeSave | undefined
}

const baseOf = ({ fields }: SchoolSection, { value, version }: StoredSection) => ({
  before: inputsOf(fields, value),
  version,
})

/** A section of the school's settings while it is being changed. */
export const useSectionDraft = ({ schoolId, section, stored, open, beforeSave }: DraftProps) => {
  const { fields, name, place } = section
  const { before, version, values, refuse, compareAfter, savedBy } = useChangedSection<
    SectionField,
    FieldValue,
    FieldValues
  >({
    name,
    open,
    loaded: baseOf(section, stored),
    loadAnew: async () => {
      const theirs = await loadSectionAnew(schoolId, place)
      return theirs && baseOf(section, theirs)
    },
    changedIn: (now, then) => changedFields(fields, then, now),
    errorsByField: (errors) => errorsByField(fields, errors),
  })
  const call = useSectionCall(schoolId, { onFieldErrors: refuse, onFailure: compareAfter })
  const changes = changesOfSection(fields, before, values)
  const { schema, asBody } = changeRules(place)
  return savedBy({
    faultsOf: () => schemaErrors(schema)(asBody(changes)),
    mayStart: async () => !beforeSave || beforeSave(changes),
    send: () => call.run(place, changes, version),
    isRunning: call.isRunning,
  })
}
