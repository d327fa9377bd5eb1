import { useEffect, useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { changeRules, type SchoolSection } from './school-sections.ts'
import {
  changedFields,
  changesOfSection,
  errorsByField,
  type FieldValue,
  inputsOf,
  rebasedOn,
} from './section-fields.ts'
import type { OpenSection, SectionTyped } from './use-open-section.ts'
import { loadSectionAnew, type StoredSection, useSectionCall } from './use-section-call.ts'

/** Asked before something is saved; false: not now. */
export type BeforeSave = (changes: Record<string, unknown>) => Promise<boolean>

interface DraftProps {
  schoolId: number
  section: SchoolSection
  stored: StoredSection
  open: OpenSection
  beforeSave?: BeforeSave | undefined
}

type Typed = Omit<SectionTyped, 'section'>

const typedFrom = ({ fields }: SchoolSection, { value, version }: StoredSection): Typed => {
  const before = inputsOf(fields, value)
  return { before, version, values: before }
}

/** What somebody else stored of the same fields since; asked where nothing was ever stored: there is no version to compare. */
const storedMeanwhile = async ({ schoolId, section: { fields, place } }: DraftProps, typed: Typed) => {
  if (typed.version !== null) return undefined
  const theirs = await loadSectionAnew(schoolId, place)
  if (!theirs || theirs.version === null) return undefined
  const mine = changedFields(fields, typed.before, typed.values)
  return changedFields(mine, typed.before, inputsOf(fields, theirs.value)).length > 0 ? theirs : undefined
}

/** A section while it is being changed: checked, saved, and compared when somebody else was faster (ux §2). */
export const useSectionDraft = (props: DraftProps) => {
  const { schoolId, section, stored, open, beforeSave } = props
  const { fields, name, place } = section
  const [typed, setTyped] = useState(() => open.keptOf(name) ?? typedFrom(section, stored))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const [conflict, setConflict] = useState<string>()
  const { before, values, version } = typed
  const changed = changedFields(fields, before, values)
  const isDirty = changed.length > 0
  useUnsavedChanges(isDirty)
  useEffect(() => open.remember(isDirty ? { section: name, ...typed } : undefined))

  const refuse = (found: Record<string, string>) => {
    setErrors(errorsByField(fields, found))
    setAttempt((count) => count + 1)
  }
  const leave = async (message: string) => {
    open.close()
    await notify(message)
  }
  const compareWith = (theirs: StoredSection, text: string) => {
    const base = typedFrom(section, theirs)
    const mine = rebasedOn(base.before, { before, values })
    // Both meant the same.
    const isSame = changedFields(fields, base.before, mine).length === 0
    if (isSame) return leave('Das ist schon gespeichert.')
    setTyped({ ...base, values: mine })
    return setConflict(text)
  }
  const showConflict = async (failure: ApiFailure) => {
    const theirs = failure.message === ERROR_TEXTS.stale ? await loadSectionAnew(schoolId, place) : undefined
    return theirs ? compareWith(theirs, conflictText(failure)) : explainFailure(failure)
  }
  const call = useSectionCall(schoolId, { onFieldErrors: refuse, onFailure: showConflict })

  const save = async () => {
    if (!isDirty) return leave('Es war nichts geändert.')
    const changes = changesOfSection(fields, before, values)
    const { schema, asBody } = changeRules(place)
    const found = schemaErrors(schema)(asBody(changes))
    setErrors({})
    if (Object.keys(found).length > 0) return refuse(found)
    if (beforeSave && !(await beforeSave(changes))) return
    setConflict(undefined)
    const theirs = await storedMeanwhile(props, typed)
    if (theirs) return compareWith(theirs, ERROR_TEXTS.stale)
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
      setTyped({ ...typed, values: { ...values, [key]: value } })
      setErrors(({ [key]: _mended, ...others }) => others)
    },
    fillIn: (filled: Record<string, unknown>) => setTyped({ ...typed, values: inputsOf(fields, filled) }),
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      setConflict(undefined)
      setTyped({ ...typed, values: before })
    },
  }
}

export type SectionDraft = ReturnType<typeof useSectionDraft>
