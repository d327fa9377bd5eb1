import { useEffect, useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import {
  changedFields,
  newYearOf,
  nextYearValues,
  placesSource,
  RequiredYear,
  rebasedYear,
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
  const [base, setBase] = useState(year)
  const [first] = useState(() => nextYearValues(years, today))
  const keyFor = useSendKey()
  const before = base ? valuesOfYear(base) : first
  const { form, attempt, onSubmit, refuse } = useCheckedForm(RequiredYear, kept ?? before)
  const [conflict, setConflict] = useState<string>()
  const isDirty = changedFields(form.values, before).length > 0
  const dialog = useLeavableDialog(isDirty, onGone)
  const source = placesSource(years, form.values.date_start)

  useEffect(() => {
    remember?.(isDirty ? form.values : undefined)
    return () => remember?.(undefined)
  })

  const showConflict = async (failure: ApiFailure) => {
    if (!base || failure.message !== ERROR_TEXTS.stale) return explainFailure(failure)
    const stored = await loadSchoolyearAnew(base.id).catch(() => undefined)
    if (!stored) return explainFailure(failure)
    const mine = rebasedYear(form.values, before, valuesOfYear(stored))
    setBase(stored)
    form.setValues(mine)
    if (changedFields(mine, valuesOfYear(stored)).length > 0) setConflict(conflictText(failure))
    else dialog.close()
  }
  const add = useCall(schoolyearEndpoints.add, { invalidates: YEAR_REPLIES, onFieldErrors: refuse })
  const change = useCall(schoolyearEndpoints.change, {
    invalidates: YEAR_REPLIES,
    onFieldErrors: refuse,
    onFailure: showConflict,
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
    setConflict(undefined)
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
      setConflict(undefined)
      form.setValues(before)
    },
  }
}
