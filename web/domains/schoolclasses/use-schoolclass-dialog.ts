import { useEffect, useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import {
  type ClassValues,
  changedFields,
  changedKeys,
  changesOf,
  NewClassFields,
  newClassOf,
  newValues,
  rebased,
  valuesOf,
} from './schoolclass-form.ts'
import { CHANGED_BY_CLASSES, schoolclassQuery } from './schoolclass-queries.ts'

export interface SchoolclassDialogProps {
  /** Missing: a new class. */
  schoolclass?: Schoolclass | undefined
  /** Of a new class: the year that is shown. */
  yearId: number | undefined
  /** What was being typed when a session ended. */
  kept?: ClassValues | undefined
  remember: (values: ClassValues | undefined) => void
  onGone: () => void
}

const loadAnew = (id: number) => queryClient.fetchQuery({ ...schoolclassQuery(id), staleTime: 0 })

/** What the dialog of a class holds and does: a new class, or the changes of one with the question when it is stale. */
export const useSchoolclassDialog = ({ schoolclass, yearId, kept, remember, onGone }: SchoolclassDialogProps) => {
  // What the changes are counted from: the class as it was loaded, or after a conflict as it is stored.
  const [base, setBase] = useState(schoolclass)
  const before = base ? valuesOf(base) : newValues(yearId)
  const { form, attempt, onSubmit, refuse } = useCheckedForm(
    base ? changedFields(before) : NewClassFields,
    kept ?? before,
  )
  const [conflict, setConflict] = useState<string>()
  const keyFor = useSendKey()
  const isDirty = changedKeys(form.values, before).length > 0
  const dialog = useLeavableDialog(isDirty, onGone)

  useEffect(() => {
    remember(isDirty ? form.values : undefined)
    return () => remember(undefined)
  })

  const showConflict = async (failure: ApiFailure) => {
    if (!schoolclass || failure.message !== ERROR_TEXTS.stale) return explainFailure(failure)
    const stored = await loadAnew(schoolclass.id).catch(() => undefined)
    if (!stored) return explainFailure(failure)
    const mine = rebased(form.values, before, valuesOf(stored))
    setBase(stored)
    form.setValues(mine)
    if (changedKeys(mine, valuesOf(stored)).length > 0) setConflict(conflictText(failure))
    else dialog.close()
  }
  const add = useCall(schoolclassEndpoints.add, { invalidates: CHANGED_BY_CLASSES, onFieldErrors: refuse })
  const change = useCall(schoolclassEndpoints.change, {
    invalidates: CHANGED_BY_CLASSES,
    onFieldErrors: refuse,
    onFailure: showConflict,
  })

  const sendNew = async (values: ClassValues) => {
    const body = newClassOf(values)
    const reply = await add.run({ body, idempotencyKey: keyFor(body) })
    if (!reply) return
    dialog.close()
    await notify(reply.message, { link: { text: 'Zur Klasse', to: paths.schoolclass(reply.id) } })
  }
  const sendChanges = async (values: ClassValues, { id, version }: Schoolclass) => {
    const reply = await change.run({ params: { id }, body: { ...changesOf(values, before), version } })
    if (!reply) return
    dialog.close()
    await notify(reply.message)
  }
  const save = async (values: ClassValues) => {
    if (base && !isDirty) return dialog.close()
    setConflict(undefined)
    await (base ? sendChanges(values, base) : sendNew(values))
  }

  return {
    ...dialog,
    form,
    attempt,
    before,
    isRunning: add.isRunning || change.isRunning,
    // While both versions are shown only its buttons decide, not Enter in a field.
    submit: onSubmit((values) => conflict === undefined && save(values)),
    conflict,
    keepMine: () => void save(form.values),
    takeTheirs: () => {
      setConflict(undefined)
      form.setValues(before)
    },
  }
}
