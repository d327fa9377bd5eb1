import { formatDate, isIsoDay } from '#contract/dates.ts'
import { PUPIL_LABELS } from '#contract/pupils/pupil.record.ts'
import { PUPIL_TEXTS, PupilExitForm, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { EXIT_REASON_LABELS, EXIT_REASONS } from '#contract/pupils/pupils.ts'
import { useCall } from '#web/api/queries.ts'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { useStaleForm } from '#web/forms/use-stale-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { takeExitBack } from './pupil-actions.tsx'
import { CHANGED_BY_PUPILS, loadPupilAnew } from './pupil-query.ts'

const FIELDS = ['date_exit', 'exit_reason', 'next_school'] as const

type ExitValues = Record<(typeof FIELDS)[number], string>

const exitOf = ({ date_exit, exit_reason, next_school }: PupilDetails): ExitValues => ({
  date_exit: date_exit ?? '',
  exit_reason: exit_reason ?? '',
  next_school: next_school ?? '',
})

const changedFields = (values: ExitValues, before: ExitValues) =>
  FIELDS.filter((field) => values[field].trim() !== before[field])

const reasonOf = (value: string) => EXIT_REASONS.find((reason) => reason === value)

const readText = (field: keyof ExitValues, value: string) => {
  const reason = reasonOf(value)
  if (field === 'exit_reason' && reason) return EXIT_REASON_LABELS[reason]
  return field === 'date_exit' && isIsoDay(value) ? formatDate(value) : value || '–'
}

interface PupilExit {
  pupil: PupilDetails
  onGone: () => void
}

/** An exit while it is entered; who changed it meanwhile is compared before one of both is saved (ux §2). */
export const usePupilExit = ({ pupil, onGone }: PupilExit) => {
  const { id, date_entry = '' } = pupil
  const stale = useStaleForm<PupilDetails, ExitValues>({
    loaded: pupil,
    valuesOf: exitOf,
    changed: changedFields,
    loadAnew: () => loadPupilAnew(id),
  })
  const { base, before, conflict } = stale
  const schema = PupilExitForm.omit({ exit_reason: true, next_school: true })
  const { form, attempt, onSubmit, refuse } = useCheckedForm<ExitValues>(schema, before)
  const { values } = form
  const dialog = useLeavableDialog(stale.isDirtyWith(values), onGone)
  const leave = (message: string, options?: Parameters<typeof notify>[1]) => {
    dialog.close()
    return notify(message, options)
  }
  const inputs = { values, setValues: form.setValues, onSame: () => leave('Das ist schon gespeichert.') }
  const call = useCall(pupilChangeEndpoints.leave, {
    invalidates: CHANGED_BY_PUPILS,
    onFieldErrors: refuse,
    onFailure: (failure) => stale.compareAfter(failure, inputs),
  })
  const save = async (exit: ExitValues) => {
    if (exit.date_exit < date_entry) return refuse({ date_exit: PUPIL_TEXTS.exitBeforeEntry })
    const exit_reason = reasonOf(exit.exit_reason)
    if (!exit_reason) return refuse({ exit_reason: PUPIL_TEXTS.reasonMissing })
    stale.endConflict()
    const reply = await call.run({ params: { id }, body: { ...exit, exit_reason, version: base.version } })
    if (!reply) return
    const undo = before.date_exit ? {} : { undo: () => takeExitBack({ id }) }
    await leave(reply.message, { about: `pupil ${id}`, ...undo })
  }
  const submit = onSubmit(save)
  return {
    ...dialog,
    form,
    attempt,
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: (event: { preventDefault: () => void }) => (conflict ? event.preventDefault() : submit(event as never)),
    isRunning: call.isRunning,
    conflict,
    conflictLines: changedFields(values, before).map((field) => ({
      key: field,
      label: PUPIL_LABELS[field],
      mine: readText(field, values[field]),
      theirs: readText(field, before[field]),
    })),
    keepMine: () => submit(),
    takeTheirs: () => {
      stale.endConflict()
      form.setValues(before)
    },
  }
}
