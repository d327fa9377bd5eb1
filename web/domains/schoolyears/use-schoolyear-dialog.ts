import { useState } from 'react'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useRecordDialog } from '#web/forms/use-record-dialog.ts'
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
export const useSchoolyearDialog = ({ year, years, today, ...props }: SchoolyearDialogProps) => {
  const [first] = useState(() => nextYearValues(years, today))
  const { form, base, before, refuse, compareAfter, savedBy } = useRecordDialog<Schoolyear, YearValues>({
    ...props,
    schemaOf: () => RequiredYear,
    loaded: year,
    valuesOf: (stored) => (stored ? valuesOfYear(stored) : first),
    changed: changedFields,
    loadAnew: ({ id }) => loadSchoolyearAnew(id),
  })
  const source = placesSource(years, form.values.date_start)
  const keyFor = useSendKey()
  const calls = { invalidates: YEAR_REPLIES, onFieldErrors: refuse }
  const add = useCall(schoolyearEndpoints.add, calls)
  const change = useCall(schoolyearEndpoints.change, { ...calls, onFailure: compareAfter })

  const send = (values: YearValues) => {
    if (base) {
      const body = { ...yearChanges(values, before), version: base.version }
      return change.run({ params: { id: base.id }, body })
    }
    const body = newYearOf(values, source?.id)
    return add.run({ body, idempotencyKey: keyFor(body) })
  }
  return { ...savedBy({ send, isRunning: add.isRunning || change.isRunning }), source }
}
