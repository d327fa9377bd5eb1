import { useEffect } from 'react'
import { familyEndpoints, NewGuardianForm } from '#contract/families/families.change.ts'
import type { PupilGuardian } from '#contract/families/families.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { CHANGED_BY_FAMILIES, type FamilyPupil, loadFamilyAnew } from './family-queries.ts'
import { type GuardianValues, guardianChanges, guardianValues, NO_GUARDIAN } from './guardian-form.ts'

export interface GuardianFormProps {
  pupil: FamilyPupil
  /** Missing: somebody new. */
  guardian?: PupilGuardian | undefined
  kept?: GuardianValues | undefined
  remember: (values: GuardianValues | undefined) => void
  onDirty: (isDirty: boolean) => void
  /** The way out that asks before something typed is lost, and the one that does not. */
  leave: () => void
  close: () => void
  /** Custody is another one now. */
  onCustody: () => void
}

const storedGuardian = async (pupilId: number, guardianId: number) => {
  const { guardians = [] } = await loadFamilyAnew(pupilId)
  return guardians.find(({ guardian_id }) => guardian_id === guardianId)
}

/** What the form of a guardian holds and does: somebody new, or the changes of one with the question when they are stale. */
export const useGuardianForm = ({ pupil, guardian, onDirty, close, onCustody, ...kept }: GuardianFormProps) => {
  const record = useRecordForm<PupilGuardian, GuardianValues>({
    ...kept,
    schemaOf: () => NewGuardianForm,
    loaded: guardian,
    valuesOf: (stored) => (stored ? guardianValues(stored) : NO_GUARDIAN),
    changed: (values, then) => Object.keys(guardianChanges(values, then)),
    loadAnew: ({ guardian_id }) => storedGuardian(pupil.id, guardian_id),
  })
  const { form, base, before, isDirty, conflict } = record
  // The dialog around it asks before something typed is lost.
  useEffect(() => onDirty(isDirty))
  const keyFor = useSendKey()
  const calls = { invalidates: CHANGED_BY_FAMILIES, onFieldErrors: record.refuse }
  const add = useCall(familyEndpoints.addGuardian, calls)
  const change = useCall(familyEndpoints.changeGuardian, {
    ...calls,
    onFailure: (failure) => record.compareAfter(failure, close),
  })

  const sendNew = async (values: GuardianValues) => {
    const body = { ...values, relationship: values.relationship || 'other' } as const
    const reply = await add.run({ params: { id: pupil.id }, body, idempotencyKey: keyFor(body) })
    if (!reply) return
    close()
    notify(reply.message)
  }
  const sendChanges = async ({ guardian_id, version, relation_version }: PupilGuardian) => {
    const changes = guardianChanges(form.values, before)
    const body = { ...changes, version, relation_version }
    const reply = await change.run({ params: { id: pupil.id, guardian_id }, body })
    if (!reply) return
    close()
    notify(reply.message)
    if ('has_custody' in changes) onCustody()
  }
  const save = async () => {
    if (base && !isDirty) return close()
    record.endConflict()
    await (base ? sendChanges(base) : sendNew(form.values))
  }

  return {
    ...record,
    isRunning: add.isRunning || change.isRunning,
    // While both versions are shown only its buttons decide, not Enter in a field.
    submit: record.onSubmit(() => conflict === undefined && save()),
    keepMine: () => void save(),
  }
}
