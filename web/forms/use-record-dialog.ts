import { useEffect } from 'react'
import type { z } from 'zod'
import type { ApiFailure } from '#web/api/client.ts'
import { notify } from '#web/shell/notify.tsx'
import { useCheckedForm } from './use-checked-form.ts'
import { noticeOf, type Saved } from './use-edit.ts'
import { useLeavableDialog } from './use-leavable-dialog.ts'
import { useStaleForm } from './use-stale-form.ts'

interface RecordDialogOptions<Base, Values extends Record<string, unknown>> {
  /** What the inputs are checked by; `base` missing: something new. */
  schemaOf: (base: Base | undefined, before: Values) => z.ZodType
  /** The record that was loaded; undefined: something new. */
  loaded: Base | undefined
  valuesOf: (base: Base | undefined) => Values
  /** What of the inputs differs, in whatever words. */
  changed: (values: Values, before: Values) => readonly unknown[]
  loadAnew: (base: Base) => Promise<Base | undefined>
  /** What was being typed when a session ended. */
  kept?: Values | undefined
  remember?: ((values: Values | undefined) => void) | undefined
  /** Where nothing can be entered there is nothing to lose. */
  isVain?: (values: Values) => boolean
  onGone: () => void
}

interface Saving<Values> {
  /** Sends what was typed; undefined: it was refused, and the form says why. */
  send: (values: Values) => Promise<Saved | undefined>
  isRunning: boolean
}

/** A dialog that makes a record or changes one; its calls take `refuse` and `compareAfter`, `savedBy` takes the calls. */
export const useRecordDialog = <Base, Values extends Record<string, unknown>>(
  options: RecordDialogOptions<Base, Values>,
) => {
  const { schemaOf, loaded, valuesOf, changed, loadAnew, kept, remember, isVain, onGone } = options
  const stale = useStaleForm<Base | undefined, Values>({
    loaded,
    valuesOf,
    changed,
    loadAnew: async (base) => base && loadAnew(base),
  })
  const { base, before, conflict, endConflict } = stale
  const { form, attempt, onSubmit, refuse } = useCheckedForm(schemaOf(base, before), kept ?? before)
  const isDirty = stale.isDirtyWith(form.values)
  const dialog = useLeavableDialog(isDirty && !isVain?.(form.values), onGone)
  useEffect(() => {
    remember?.(isDirty ? form.values : undefined)
    return () => remember?.(undefined)
  })

  const savedBy = ({ send, isRunning }: Saving<Values>) => {
    const save = async (values: Values) => {
      if (base !== undefined && !isDirty) return dialog.close()
      endConflict()
      const saved = await send(values)
      if (!saved) return
      dialog.close()
      notify(saved.message, noticeOf(saved))
    }
    return {
      ...dialog,
      form,
      attempt,
      before,
      isRunning,
      /** Both versions, while they are shown. */
      conflict: conflict === undefined ? undefined : { text: conflict, origin: stale.origin, theirs: before },
      // While both versions are shown only their buttons decide, not Enter in a field.
      submit: onSubmit((values) => conflict === undefined && save(values)),
      keepMine: () => void save(form.values),
      takeTheirs: () => {
        endConflict()
        form.setValues(before)
      },
    }
  }
  return {
    form,
    base,
    before,
    refuse,
    compareAfter: (failure: ApiFailure) =>
      stale.compareAfter(failure, { values: form.values, setValues: form.setValues, onSame: dialog.close }),
    savedBy,
  }
}
