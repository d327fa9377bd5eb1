import { useState } from 'react'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { useStaleForm } from '#web/forms/use-stale-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { berlinDayTime } from './berlin-instant.ts'
import { CLOSED, changedEnds, readTimes, rebasedTimes, type TimeValues, timeValuesOf } from './online-form-times.ts'
import { loadSchoolyearAnew, YEAR_REPLIES } from './schoolyear-query.ts'

/** From when until when the online form of a year is open; `close` and `openNow` fill in, saving is one button. */
export const useOnlineFormDialog = (year: Schoolyear, onGone: () => void) => {
  const today = useToday()
  const stale = useStaleForm({
    loaded: year,
    valuesOf: timeValuesOf,
    changed: changedEnds,
    loadAnew: ({ id }) => loadSchoolyearAnew(id),
    rebase: rebasedTimes,
  })
  const { base, before, conflict } = stale
  const [values, setValues] = useState(before)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const isDirty = stale.isDirtyWith(values)
  const dialog = useLeavableDialog(isDirty, onGone)

  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    setAttempt((count) => count + 1)
  }
  const change = useCall(schoolyearEndpoints.change, {
    invalidates: YEAR_REPLIES,
    onFieldErrors: refuse,
    onFailure: (failure) => stale.compareAfter(failure, { values, setValues, onSame: dialog.close }),
  })
  const save = async () => {
    if (!isDirty) return dialog.close()
    const { changes, problems } = readTimes(values, before)
    setErrors({})
    if (Object.keys(problems).length > 0) return refuse(problems)
    stale.endConflict()
    const reply = await change.run({ params: { id: base.id }, body: { ...changes, version: base.version } })
    if (!reply) return
    dialog.close()
    notify(reply.message)
  }
  const fillIn = (filled: TimeValues) => {
    setErrors({})
    setValues(filled)
  }
  return {
    ...dialog,
    values,
    isDirty,
    errors,
    attempt,
    isRunning: change.isRunning,
    conflict:
      conflict === undefined ? undefined : { text: conflict, theirs: before, ends: changedEnds(values, before) },
    type: (changed: Partial<TimeValues>) => {
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([field]) => !(field in changed))))
      setValues({ ...values, ...changed })
    },
    /** The same time written in full; a refusal that takes the focus away from it stays. */
    complete: (changed: Partial<TimeValues>) => setValues({ ...values, ...changed }),
    openNow: () => {
      // The server's day: whether the form is open is for it to say.
      const { time } = berlinDayTime(new Date().toISOString())
      fillIn({ ...CLOSED, registration_from: today, from_time: time })
    },
    clear: () => fillIn(CLOSED),
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      stale.endConflict()
      fillIn(before)
    },
  }
}
