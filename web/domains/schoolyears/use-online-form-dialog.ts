import { useState } from 'react'
import { MESSAGES } from '#contract/formats.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure, FAILURE_TITLE } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { berlinDayTime } from './berlin-instant.ts'
import { type FormTimeValues, instantOf } from './online-form.ts'
import { loadSchoolyearAnew, YEAR_REPLIES } from './schoolyear-query.ts'

type Times = Pick<Schoolyear, 'registration_from' | 'registration_until'>

const valuesOf = ({ registration_from: from, registration_until: until }: Times): FormTimeValues => {
  const [first, last] = [from && berlinDayTime(from), until && berlinDayTime(until)]
  return {
    fromDay: first ? first.day : '',
    fromTime: first ? first.time : '00:00',
    untilDay: last ? last.day : '',
    untilTime: last ? last.time : '23:59',
  }
}

/** What was not touched keeps its seconds; undefined for what is no moment. */
const timesOf = (values: FormTimeValues, base: Times) => {
  const before = valuesOf(base)
  const isFromKept = values.fromDay === before.fromDay && values.fromTime === before.fromTime
  const isUntilKept = values.untilDay === before.untilDay && values.untilTime === before.untilTime
  return {
    registration_from: isFromKept ? base.registration_from : instantOf(values.fromDay, values.fromTime),
    registration_until: isUntilKept ? base.registration_until : instantOf(values.untilDay, values.untilTime),
  }
}

/** From when until when the online form of a year is open; `close` and `openNow` fill in, saving is one button. */
export const useOnlineFormDialog = (year: Schoolyear, onGone: () => void) => {
  const [base, setBase] = useState(year)
  const before = valuesOf(base)
  const [values, setValues] = useState(before)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isDirty = JSON.stringify(values) !== JSON.stringify(before)
  const dialog = useLeavableDialog(isDirty, onGone)

  const showConflict = async (failure: ApiFailure) => {
    if (failure.status !== 409) return explainFailure(failure)
    await alertDialog({
      title: FAILURE_TITLE,
      message: `${conflictText(failure)} Hier steht nun, was gespeichert ist.`,
      type: 'negative',
    })
    const stored = await loadSchoolyearAnew(year.id).catch(() => undefined)
    if (!stored) return
    setBase(stored)
    setValues(valuesOf(stored))
  }
  const change = useCall(schoolyearEndpoints.change, {
    invalidates: YEAR_REPLIES,
    onFieldErrors: setErrors,
    onFailure: showConflict,
  })
  const send = async (times: Times) => {
    const { id, version } = base
    const reply = await change.run({ params: { id }, body: { ...times, version } })
    if (!reply) return
    dialog.close()
    await notify(reply.message)
  }
  const save = async () => {
    const times = timesOf(values, base)
    const refused = Object.entries(times).filter(([, time]) => time === undefined)
    setErrors(Object.fromEntries(refused.map(([field]) => [field, MESSAGES.date])))
    if (refused.length > 0) return
    if (isDirty) await send(times as Times)
    else dialog.close()
  }
  const openNow = () => {
    const { day, time } = berlinDayTime(new Date().toISOString())
    setErrors({})
    setValues({ fromDay: day, fromTime: time, untilDay: '', untilTime: '23:59' })
  }
  return {
    ...dialog,
    values,
    errors,
    isRunning: change.isRunning,
    type: (changed: Partial<FormTimeValues>) => {
      setValues({ ...values, ...changed })
      setErrors({})
    },
    openNow,
    clear: () => setValues({ fromDay: '', fromTime: '00:00', untilDay: '', untilTime: '23:59' }),
    save,
  }
}
