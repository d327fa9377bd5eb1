import { useEffect, useState } from 'react'
import type { ApiFailure } from '#web/api/client.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import type { OpenSection, SectionTyped } from './use-open-section.ts'
import { useStaleForm } from './use-stale-form.ts'

type Base<Values> = Pick<SectionTyped<Values>, 'before' | 'version'>

interface ChangedSectionOptions<Field, Values> {
  name: string
  open: OpenSection<Values>
  /** What the inputs show of what is stored, and its version. */
  loaded: Base<Values>
  loadAnew: () => Promise<Base<Values> | undefined>
  changedIn: (values: Values, before: Values) => readonly Field[]
  /** What is refused, at the field it belongs to. */
  errorsByField: (errors: Record<string, string>) => Record<string, string>
}

interface Saving {
  /** Faults that are known without asking the server, by field. */
  faultsOf: () => Record<string, string>
  /** False: not now. */
  mayStart?: () => Promise<boolean>
  send: () => Promise<{ message: string } | undefined>
  isRunning: boolean
}

/** What is refused, by field; each attempt is counted, so that the summary is read again. */
const useFieldErrors = (byField: (errors: Record<string, string>) => Record<string, string>) => {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  return {
    errors,
    attempt,
    refuse: (found: Record<string, string>) => {
      setErrors(byField(found))
      setAttempt((count) => count + 1)
    },
    forgetErrors: () => setErrors({}),
    forgetError: (key: string) => setErrors(({ [key]: _mended, ...others }) => others),
  }
}

/**
 * A section of a page while it is being changed: kept, checked, saved, and compared when somebody else was faster (ux §2).
 * Its call takes `refuse` and `compareAfter`, `savedBy` takes the call.
 */
export const useChangedSection = <Field, Value, Values extends Record<string, Value>>(
  options: ChangedSectionOptions<Field, Values>,
) => {
  const { name, open, loaded, loadAnew, changedIn } = options
  const [kept] = useState(() => open.keptOf(name))
  const stale = useStaleForm<Base<Values>, Values>({
    loaded: kept ?? loaded,
    valuesOf: ({ before }) => before,
    changed: changedIn,
    loadAnew,
  })
  const { before, conflict } = stale
  const { version } = stale.base
  const [values, setValues] = useState(kept?.values ?? before)
  const { errors, attempt, refuse, forgetErrors, forgetError } = useFieldErrors(options.errorsByField)
  const changed = changedIn(values, before)
  const isDirty = changed.length > 0
  useUnsavedChanges(isDirty)
  useEffect(() => open.remember(isDirty ? { section: name, before, version, values } : undefined))

  const leave = (message: string) => {
    open.close()
    notify(message)
  }
  // Both meant the same.
  const inputs = { values, setValues, onSame: () => leave('Das ist schon gespeichert.') }

  const merged = stale.mergedWith(values)
  const savedBy = ({ faultsOf, mayStart, send, isRunning }: Saving) => {
    const save = async () => {
      if (!isDirty) return leave('Es war nichts geändert.')
      const found = faultsOf()
      forgetErrors()
      if (Object.keys(found).length > 0) return refuse(found)
      if ((await mayStart?.()) === false) return
      stale.endConflict()
      const reply = await send()
      if (reply) await leave(reply.message)
    }
    return {
      before,
      values,
      errors,
      attempt,
      changed,
      conflict,
      isRunning,
      set: (key: string, value: Value) => {
        setValues({ ...values, [key]: value })
        forgetError(key)
      },
      fillIn: setValues,
      // While both versions are shown only their buttons decide, not Enter in a field.
      submit: () => conflict === undefined && void save(),
      keepMine: () => void save(),
      takeTheirs: () => {
        stale.endConflict()
        setValues(before)
      },
      origin: stale.origin,
      merged,
      hasTakenBoth: stale.hasTakenBoth,
      takeMerged: () => {
        stale.endWithBoth()
        setValues(merged ?? values)
      },
    }
  }
  return {
    before,
    version,
    values,
    refuse,
    compareAfter: (failure: ApiFailure) => stale.compareAfter(failure, inputs),
    savedBy,
  }
}
