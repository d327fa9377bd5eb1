import { useEffect } from 'react'
import type { z } from 'zod'
import type { ApiFailure } from '#web/api/client.ts'
import { useStaleForm } from '#web/api/use-stale-form.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'

interface FamilyFormOptions<Base, Values extends Record<string, unknown>> {
  schema: z.ZodType
  /** As it was loaded; undefined: somebody new. */
  loaded: Base | undefined
  valuesOf: (base: Base | undefined) => Values
  changesOf: (values: Values, before: Values) => object
  loadAnew: (base: Base) => Promise<Base | undefined>
  /** What was being typed when a session ended. */
  kept: Values | undefined
  onDirty: (isDirty: boolean) => void
  remember: (values: Values | undefined) => void
  close: () => void
}

/** The form of somebody at a child: what was changed, and the question when somebody else was faster. */
export const useFamilyForm = <Base, Values extends Record<string, unknown>>({
  schema,
  loaded,
  valuesOf,
  changesOf,
  loadAnew,
  kept,
  onDirty,
  remember,
  close,
}: FamilyFormOptions<Base, Values>) => {
  const stale = useStaleForm<Base | undefined, Values>({
    loaded,
    valuesOf,
    changed: (values, before) => Object.keys(changesOf(values, before)),
    loadAnew: async (base) => base && loadAnew(base),
  })
  const checked = useCheckedForm(schema, kept ?? stale.before)
  const { form } = checked
  const isDirty = stale.isDirtyWith(form.values)
  useEffect(() => {
    onDirty(isDirty)
    remember(isDirty ? form.values : undefined)
    return () => remember(undefined)
  })
  const inputs = { values: form.values, setValues: form.setValues, onSame: close }
  return {
    ...checked,
    base: stale.base,
    isDirty,
    changes: () => changesOf(form.values, stale.before),
    /** Both versions, while they are shown. */
    conflict: stale.conflict === undefined ? undefined : { text: stale.conflict, theirs: stale.before },
    endConflict: stale.endConflict,
    takeTheirs: () => {
      stale.endConflict()
      form.setValues(stale.before)
    },
    compareAfter: (failure: ApiFailure) => stale.compareAfter(failure, inputs),
  }
}
