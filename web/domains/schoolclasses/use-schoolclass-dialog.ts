import { useEffect } from 'react'
import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useStaleForm } from '#web/api/use-stale-form.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { CHANGED_BY_CLASSES } from './changed-by-classes.ts'
import {
  type ClassValues,
  changedFields,
  changedKeys,
  changesOf,
  NewClassFields,
  newClassOf,
  newValues,
  valuesOf,
} from './schoolclass-form.ts'
import { schoolclassQuery } from './schoolclass-queries.ts'

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
  const stale = useStaleForm({
    loaded: schoolclass,
    valuesOf: (stored) => (stored ? valuesOf(stored) : newValues(yearId)),
    changed: changedKeys,
    loadAnew: async (stored) => stored && loadAnew(stored.id),
  })
  const { base, before, conflict } = stale
  const { form, attempt, onSubmit, refuse } = useCheckedForm(
    base ? changedFields(before) : NewClassFields,
    kept ?? before,
  )
  const keyFor = useSendKey()
  const isDirty = stale.isDirtyWith(form.values)
  const dialog = useLeavableDialog(isDirty, onGone)

  useEffect(() => {
    remember(isDirty ? form.values : undefined)
    return () => remember(undefined)
  })

  const add = useCall(schoolclassEndpoints.add, { invalidates: CHANGED_BY_CLASSES, onFieldErrors: refuse })
  const change = useCall(schoolclassEndpoints.change, {
    invalidates: CHANGED_BY_CLASSES,
    onFieldErrors: refuse,
    onFailure: (failure) =>
      stale.compareAfter(failure, { values: form.values, setValues: form.setValues, onSame: dialog.close }),
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
    stale.endConflict()
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
      stale.endConflict()
      form.setValues(before)
    },
  }
}
