import { useEffect, useState } from 'react'
import { useStaleForm } from '#web/api/use-stale-form.ts'
import { notify } from '#web/shell/notify.tsx'
import type { OpenSection, SectionTyped } from '#web/shell/use-open-section.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { changeRules, type SchoolSection } from './school-sections.ts'
import {
  changedFields,
  changesOfSection,
  errorsByField,
  type FieldValue,
  type FieldValues,
  inputsOf,
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

type Typed = Omit<SectionTyped<FieldValues>, 'section'>
type Base = Omit<Typed, 'values'>

const baseOf = ({ fields }: SchoolSection, { value, version }: StoredSection): Base => ({
  before: inputsOf(fields, value),
  version,
})

const useStaleSection = ({ schoolId, section, stored }: DraftProps, kept: Base | undefined) =>
  useStaleForm<Base, FieldValues>({
    loaded: kept ?? baseOf(section, stored),
    valuesOf: ({ before }) => before,
    changed: (values, before) => changedFields(section.fields, before, values),
    loadAnew: async () => {
      const theirs = await loadSectionAnew(schoolId, section.place)
      return theirs && baseOf(section, theirs)
    },
  })

/** A section while it is being changed: checked, saved, and compared when somebody else was faster (ux §2). */
export const useSectionDraft = (props: DraftProps) => {
  const { schoolId, section, open, beforeSave } = props
  const { fields, name, place } = section
  const [kept] = useState(() => open.keptOf(name))
  const stale = useStaleSection(props, kept)
  const { before, conflict } = stale
  const { version } = stale.base
  const [values, setValues] = useState(kept?.values ?? before)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const changed = changedFields(fields, before, values)
  const isDirty = changed.length > 0
  useUnsavedChanges(isDirty)
  useEffect(() => open.remember(isDirty ? { section: name, before, version, values } : undefined))

  const refuse = (found: Record<string, string>) => {
    setErrors(errorsByField(fields, found))
    setAttempt((count) => count + 1)
  }
  const leave = async (message: string) => {
    open.close()
    await notify(message)
  }
  // Both meant the same.
  const inputs = { values, setValues, onSame: () => leave('Das ist schon gespeichert.') }
  const call = useSectionCall(schoolId, {
    onFieldErrors: refuse,
    onFailure: (failure) => stale.compareAfter(failure, inputs),
  })

  const save = async () => {
    if (!isDirty) return leave('Es war nichts geändert.')
    const changes = changesOfSection(fields, before, values)
    const { schema, asBody } = changeRules(place)
    const found = schemaErrors(schema)(asBody(changes))
    setErrors({})
    if (Object.keys(found).length > 0) return refuse(found)
    if (beforeSave && !(await beforeSave(changes))) return
    stale.endConflict()
    const reply = await call.run(place, changes, version)
    if (reply) await leave(reply.message)
  }
  return {
    before,
    values,
    errors,
    attempt,
    changed,
    conflict,
    isDirty,
    isRunning: call.isRunning,
    set: (key: string, value: FieldValue) => {
      setValues({ ...values, [key]: value })
      setErrors(({ [key]: _mended, ...others }) => others)
    },
    fillIn: (filled: Record<string, unknown>) => setValues(inputsOf(fields, filled)),
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      stale.endConflict()
      setValues(before)
    },
  }
}

export type SectionDraft = ReturnType<typeof useSectionDraft>
