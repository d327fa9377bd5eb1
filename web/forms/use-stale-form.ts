import { useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { mergedUnits, withUnits } from '#contract/field-units.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'

/** Own changes on top of what somebody else stored meanwhile; of an address all or nothing. */
export const rebased = <Values extends object>(values: Values, before: Values, stored: Values): Values => {
  const isTyped = (field: string) =>
    JSON.stringify(values[field as keyof Values]) !== JSON.stringify(before[field as keyof Values])
  const own = new Set(withUnits(Object.keys(values).filter(isTyped)))
  return { ...stored, ...Object.fromEntries(Object.entries(values).filter(([field]) => own.has(field))) }
}

interface StaleFormOptions<Base, Values extends object> {
  /** What is changed, as it was loaded. */
  loaded: Base
  /** What the inputs show of it. */
  valuesOf: (base: Base) => Values
  /** What of the inputs differs, in whatever words; empty: there is nothing to save. */
  changed: (values: Values, before: Values) => readonly unknown[]
  /** What is stored by now; undefined or refused: it cannot be compared. */
  loadAnew: (base: Base) => Promise<Base | undefined>
  /** Where a change is more than one input. */
  rebase?: (values: Values, before: Values, stored: Values) => Values
}

/** The inputs at the moment of saving. */
interface Inputs<Values> {
  values: Values
  setValues: (values: Values) => void
  /** Both meant the same: nothing is left to save. */
  onSame: () => void | Promise<void>
}

/** A form whose record somebody else may change meanwhile: both versions are compared before one is saved (ux §2). */
export const useStaleForm = <Base, Values extends object>(options: StaleFormOptions<Base, Values>) => {
  const { loaded, valuesOf, changed, loadAnew, rebase = rebased } = options
  const [base, setBase] = useState(loaded)
  /** Who was faster, and what the changes were counted from until then. */
  const [conflict, setConflict] = useState<{ text: string; origin: Values }>()
  const [hasTakenBoth, setTakenBoth] = useState(false)
  const before = valuesOf(base)

  return {
    /** What the changes are counted from: the record as it was loaded, or after a conflict as it is stored. */
    base,
    before,
    /** Who was faster, while both versions are shown: then only their buttons decide, not Enter in a field. */
    conflict: conflict?.text,
    /** What both versions began with, while they are shown. */
    origin: conflict?.origin ?? before,
    /** Both changes of what belongs together, where they are of different parts of it. */
    mergedWith: (mine: Values) => conflict && mergedUnits({ origin: conflict.origin, mine, theirs: before }),
    isDirtyWith: (values: Values) => changed(values, before).length > 0,
    /** For `onFailure` of the call that saves. */
    compareAfter: async (failure: ApiFailure, { values, setValues, onSame }: Inputs<Values>) => {
      const isStale = failure.message === ERROR_TEXTS.stale
      const stored = isStale ? await loadAnew(base).catch(() => undefined) : undefined
      if (stored === undefined) return explainFailure(failure)
      const theirs = valuesOf(stored)
      const mine = rebase(values, before, theirs)
      setBase(stored)
      setValues(mine)
      if (changed(mine, theirs).length === 0) return onSame()
      setTakenBoth(false)
      setConflict({ text: conflictText(failure), origin: before })
    },
    endConflict: () => setConflict(undefined),
    /** Both changes stand in the inputs since the last conflict, and nobody saved them. */
    hasTakenBoth,
    /** Ends the conflict; the caller puts both changes into the inputs. */
    endWithBoth: () => {
      setConflict(undefined)
      setTakenBoth(true)
    },
  }
}
