import { useEffect, useState } from 'react'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useStaleForm } from '#web/api/use-stale-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import {
  changedFields,
  newYearOf,
  nextYearValues,
  placesSource,
  RequiredYear,
  valuesOfYear,
  type YearValues,
  yearChanges,
} from './schoolyear-form.ts'
import { loadSchoolyearAnew, YEAR_REPLIES } from './schoolyear-query.ts'

export interface SchoolyearDialogProps {
  /** Missing: a new year. */
  year?: Schoolyear | undefined
  years: readonly Schoolyear[]
  today: string
  /** What was being typed when a session ended. */
  kept?: YearValues | undefined
  remember?: ((values: YearValues | undefined) => void) | undefined
  onGone: () => void
}

/** What the dialog of a year holds and does: a new one, or the changes of one with the question when it is stale. */
export const useSchoolyearDialog = ({ year, years, today, kept, remember, onGone }: SchoolyearDialogProps) => {
  const [first] = useState(() => nextYearValues(years, today))
  const keyFor = useSendKey()
  const stale = useStaleForm({
    loaded: year,
    valuesOf: (stored) => (stored ? valuesOfYear(stored) : first),
    changed: changedFields,
    loadAnew: async (stored) => stored && loadSchoolyearAnew(stored.id),
  })
  const { base, before, conflict } = stale
  const { form, attempt, onSubmit, refuse } = useCheckedForm(RequiredYear, kept ?? before)
  const isDirty = stale.isDirtyWith(form.values)
  const dialog = useLeavableDialog(isDirty, onGone)
  const source = placesSource(years, form.values.date_start)

  useEffect(() => {
    remember?.(isDirty ? form.values : undefined)
    return () => remember?.(undefined)
  })

  const add = useCall(schoolyearEndpoints.add, { invalidates: YEAR_REPLIES, onFieldErrors: refuse })
  const change = useCall(schoolyearEndpoints.change, {
    invalidates: YEAR_REPLIES,
    onFieldErrors: refuse,
    onFailure: (failure) =>
      stale.compareAfter(failure, { values: form.values, setValues: form.setValues, onSame: dialog.close }),
  })

  const send = (values: YearValues) => {
    if (!base) {
      const body = newYearOf(values, source?.id)
      return add.run({ body, idempotencyKey: keyFor(body) })
    }
    const body = { ...yearChanges(values, before), version: base.version }
    return change.run({ params: { id: base.id }, body })
  }
  const save = async (values: YearValues) => {
    if (base && !isDirty) return dialog.close()
    stale.endConflict()
    const reply = await send(values)
    if (!reply) return
    dialog.close()
    await notify(reply.message)
  }
  return {
    ...dialog,
    form,
    attempt,
    source,
    isRunning: add.isRunning || change.isRunning,
    submit: onSubmit((values) => conflict === undefined && save(values)),
    conflict: conflict === undefined ? undefined : { text: conflict, theirs: before },
    keepMine: () => void save(form.values),
    takeTheirs: () => {
      stale.endConflict()
      form.setValues(before)
    },
  }
}
