import { useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { berlinDayTime } from './berlin-instant.ts'
import { CLOSED, changedEnds, readTimes, rebasedTimes, type TimeValues, timeValuesOf } from './online-form-times.ts'
import { loadSchoolyearAnew, YEAR_REPLIES } from './schoolyear-query.ts'

/** From when until when the online form of a year is open; `close` and `openNow` fill in, saving is one button. */
export const useOnlineFormDialog = (year: Schoolyear, onGone: () => void) => {
  const [base, setBase] = useState(year)
  const before = timeValuesOf(base)
  const [values, setValues] = useState(before)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const [conflict, setConflict] = useState<string>()
  const isDirty = changedEnds(values, before).length > 0
  const dialog = useLeavableDialog(isDirty, onGone)

  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    setAttempt((count) => count + 1)
  }
  const showConflict = async (failure: ApiFailure) => {
    const stored = failure.message === ERROR_TEXTS.stale && (await loadSchoolyearAnew(base.id).catch(() => undefined))
    if (!stored) return explainFailure(failure)
    const theirs = timeValuesOf(stored)
    const mine = rebasedTimes(theirs, { before, values })
    setBase(stored)
    setValues(mine)
    if (changedEnds(mine, theirs).length > 0) setConflict(conflictText(failure))
    // Both meant the same.
    else dialog.close()
  }
  const change = useCall(schoolyearEndpoints.change, {
    invalidates: YEAR_REPLIES,
    onFieldErrors: refuse,
    onFailure: showConflict,
  })
  const save = async () => {
    if (!isDirty) return dialog.close()
    const { changes, problems } = readTimes(values, before)
    setErrors({})
    if (Object.keys(problems).length > 0) return refuse(problems)
    setConflict(undefined)
    const reply = await change.run({ params: { id: base.id }, body: { ...changes, version: base.version } })
    if (!reply) return
    dialog.close()
    await notify(reply.message)
  }
  const fillIn = (filled: TimeValues) => {
    setErrors({})
    setValues(filled)
  }
  return {
    ...dialog,
    values,
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
      const { day, time } = berlinDayTime(new Date().toISOString())
      fillIn({ ...CLOSED, registration_from: day, from_time: time })
    },
    clear: () => fillIn(CLOSED),
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      setConflict(undefined)
      fillIn(before)
    },
  }
}
