import { useEffect } from 'react'
import type { z } from 'zod'
import type { ApiFailure } from '#web/api/client.ts'
import { useCheckedForm } from './use-checked-form.ts'
import { useStaleForm } from './use-stale-form.ts'

export interface RecordFormOptions<Base, Values extends Record<string, unknown>> {
  /** What the inputs are checked by; `base` missing: something new. */
  schemaOf: (base: Base | undefined, before: Values) => z.ZodType
  /** As it was loaded; undefined: something new. */
  loaded: Base | undefined
  valuesOf: (base: Base | undefined) => Values
  /** What of the inputs differs, in whatever words. */
  changed: (values: Values, before: Values) => readonly unknown[]
  loadAnew: (base: Base) => Promise<Base | undefined>
  /** What was being typed when a session ended. */
  kept?: Values | undefined
  remember?: ((values: Values | undefined) => void) | undefined
}

/** The form of a record, a new one or the changes of one, with the question when somebody else was faster (ux §2). */
export const useRecordForm = <Base, Values extends Record<string, unknown>>(
  options: RecordFormOptions<Base, Values>,
) => {
  const { schemaOf, loaded, valuesOf, changed, loadAnew, kept, remember } = options
  const stale = useStaleForm<Base | undefined, Values>({
    loaded,
    valuesOf,
    changed,
    loadAnew: async (base) => base && loadAnew(base),
  })
  const { base, before, conflict, endConflict } = stale
  const checked = useCheckedForm(schemaOf(base, before), kept ?? before)
  const { form } = checked
  const isDirty = stale.isDirtyWith(form.values)
  const merged = stale.mergedWith(form.values)
  useEffect(() => {
    remember?.(isDirty ? form.values : undefined)
    return () => remember?.(undefined)
  })
  return {
    ...checked,
    base,
    before,
    isDirty,
    /** Both versions, while they are shown. */
    conflict: conflict === undefined ? undefined : { text: conflict, origin: stale.origin, theirs: before },
    endConflict,
    /** Undefined: there is nothing to put together. */
    merged,
    hasTakenBoth: stale.hasTakenBoth,
    takeMerged: () => {
      stale.endWithBoth()
      form.setValues(merged ?? form.values)
    },
    takeTheirs: () => {
      endConflict()
      form.setValues(before)
    },
    /** `onSame`: both meant the same, nothing is left to save. */
    compareAfter: (failure: ApiFailure, onSame: () => void) =>
      stale.compareAfter(failure, { values: form.values, setValues: form.setValues, onSame }),
  }
}
