import { z } from 'zod'
import { SENSITIVE_KINDS, type SensitiveKind } from '#contract/sensitive.kinds.ts'
import { type SensitiveEntry, SensitiveForm, sensitiveEndpoints } from '#contract/sensitive.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaleForm } from '#web/api/use-stale-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { CHANGED_BY_ENTRIES, loadEntryAnew } from './sensitive-query.ts'
import { changesOfEntry, NO_ENTRY, type SensitiveValues, valuesOfEntry } from './sensitive-values.ts'

/** Without a kind there is one fault: that it is missing. */
const Checked = z
  .looseObject({ kind: z.enum(SENSITIVE_KINDS) })
  .pipe(SensitiveForm as z.ZodType<unknown, { kind: SensitiveKind }>)

export interface SensitiveDialogProps {
  pupilId: number
  /** Undefined: a new one. */
  entry: SensitiveEntry | undefined
  lackingConsent: readonly string[]
  onGone: () => void
}

/** What the dialog holds and does; what is typed here is kept nowhere when a session ends. */
export const useSensitiveDialog = ({ pupilId, entry, lackingConsent, onGone }: SensitiveDialogProps) => {
  const stale = useStaleForm({
    loaded: entry,
    valuesOf: (one) => (one ? valuesOfEntry(one) : NO_ENTRY),
    changed: (values, before) =>
      entry
        ? Object.keys(changesOfEntry(values, before))
        : Object.keys(values).filter((key) => values[key] !== before[key]),
    loadAnew: async (one) => one && loadEntryAnew(pupilId, one.id),
  })
  const { base, before, conflict } = stale
  const { form, attempt, onSubmit, refuse } = useCheckedForm(Checked, before)
  const { kind } = form.values
  const lacksConsent = !entry && kind !== null && lackingConsent.includes(kind)
  // Where nothing can be entered there is nothing to lose.
  const dialog = useLeavableDialog(stale.isDirtyWith(form.values) && !lacksConsent, onGone)
  const inputs = { values: form.values, setValues: form.setValues, onSame: dialog.close }
  const calls = { invalidates: CHANGED_BY_ENTRIES, onFieldErrors: refuse }
  const add = useCall(sensitiveEndpoints.add, calls)
  const change = useCall(sensitiveEndpoints.change, {
    ...calls,
    onFailure: (failure) => stale.compareAfter(failure, inputs),
  })

  const save = async (values: SensitiveValues) => {
    if (base && !stale.isDirtyWith(values)) return dialog.close()
    stale.endConflict()
    const reply = base
      ? await change.run({
          params: { id: pupilId, sensitive_id: base.id },
          body: { ...changesOfEntry(values, before), version: base.version },
        })
      : await add.run({ params: { id: pupilId }, body: SensitiveForm.parse(values) })
    if (!reply) return
    dialog.close()
    await notify(reply.message)
  }

  return {
    ...dialog,
    form,
    attempt,
    lacksConsent,
    isRunning: add.isRunning || change.isRunning,
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: onSubmit((values) => conflict === undefined && save(values)),
    conflict: conflict === undefined ? undefined : { text: conflict, theirs: before },
    keepMine: () => void save(form.values),
    takeTheirs: () => {
      stale.endConflict()
      form.setValues(before)
    },
  }
}
