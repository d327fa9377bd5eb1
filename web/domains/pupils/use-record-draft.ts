import { useEffect, useState } from 'react'
import { checkZip } from '#contract/families.change.ts'
import { PupilChange, pupilChangeEndpoints } from '#contract/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaleForm } from '#web/api/use-stale-form.ts'
import { notify } from '#web/shell/notify.tsx'
import type { OpenSection, SectionTyped } from '#web/shell/use-open-section.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { CHANGED_BY_PUPILS, loadPupilAnew } from './pupil-query.ts'
import {
  changedFields,
  changesOf,
  errorsByField,
  type FieldValue,
  type FieldValues,
  inputsOf,
} from './record-fields.ts'
import { type RecordSection, recordOf } from './record-sections.ts'

interface DraftProps {
  pupil: PupilDetails
  section: RecordSection
  open: OpenSection<FieldValues>
}

type Base = Pick<SectionTyped<FieldValues>, 'before' | 'version'>

const baseOf = ({ fields }: RecordSection, pupil: PupilDetails): Base => ({
  before: inputsOf(fields, recordOf(pupil)),
  version: pupil.version,
})

const useStaleRecord = ({ pupil, section }: DraftProps, kept: Base | undefined) =>
  useStaleForm<Base, FieldValues>({
    loaded: kept ?? baseOf(section, pupil),
    valuesOf: ({ before }) => before,
    changed: (values, before) => changedFields(section.fields, before, values),
    loadAnew: async () => baseOf(section, await loadPupilAnew(pupil.id)),
  })

/** The postal code and its country are judged together, whichever of them is changed. */
const zipErrors = ({ zip, country }: FieldValues): Record<string, string> => {
  if (typeof zip !== 'string' || typeof country !== 'string') return {}
  const { message } = checkZip({ zip: zip.trim() || null, country })
  return message ? { zip: message } : {}
}

/** What is refused, by field; each attempt is counted, so that the summary is read again. */
const useFieldErrors = ({ fields }: RecordSection) => {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  return {
    errors,
    attempt,
    refuse: (found: Record<string, string>) => {
      setErrors(errorsByField(fields, found))
      setAttempt((count) => count + 1)
    },
    forgetErrors: () => setErrors({}),
    forgetError: (key: string) => setErrors(({ [key]: _mended, ...others }) => others),
  }
}

/** A section of the record while it is being changed: only changed keys are sent; who was faster is compared (ux §2). */
export const useRecordDraft = (props: DraftProps) => {
  const { pupil, section, open } = props
  const { fields, name } = section
  const [kept] = useState(() => open.keptOf(name))
  const stale = useStaleRecord(props, kept)
  const { before, conflict } = stale
  const { version } = stale.base
  const [values, setValues] = useState(kept?.values ?? before)
  const { errors, attempt, refuse, forgetErrors, forgetError } = useFieldErrors(section)
  const changed = changedFields(fields, before, values)
  const isDirty = changed.length > 0
  useUnsavedChanges(isDirty)
  useEffect(() => open.remember(isDirty ? { section: name, before, version, values } : undefined))

  const leave = async (message: string) => {
    open.close()
    await notify(message)
  }
  // Both meant the same.
  const inputs = { values, setValues, onSame: () => leave('Das ist schon gespeichert.') }
  const call = useCall(pupilChangeEndpoints.change, {
    invalidates: CHANGED_BY_PUPILS,
    onFieldErrors: refuse,
    onFailure: (failure) => stale.compareAfter(failure, inputs),
  })

  const save = async () => {
    if (!isDirty) return leave('Es war nichts geändert.')
    const body = { ...changesOf(fields, before, values), ...(version === null ? {} : { version }) }
    const found = { ...zipErrors(values), ...schemaErrors(PupilChange)(body) }
    forgetErrors()
    if (Object.keys(found).length > 0) return refuse(found)
    stale.endConflict()
    const reply = await call.run({ params: { id: pupil.id }, body })
    if (reply) await leave(reply.message)
  }
  return {
    before,
    values,
    errors,
    attempt,
    changed,
    conflict,
    isRunning: call.isRunning,
    set: (key: string, value: FieldValue) => {
      setValues({ ...values, [key]: value })
      forgetError(key)
    },
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      stale.endConflict()
      setValues(before)
    },
  }
}

export type RecordDraft = ReturnType<typeof useRecordDraft>
