import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { berlinToday, isIsoDay, parseDateInput } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import type { NoticeOptions } from '#web/shell/notice-options.ts'
import { notify } from '#web/shell/notify.tsx'
import { schemaErrors } from '#web/ui/form-errors.ts'
import {
  changedFields,
  changesOf,
  errorsByField,
  type FieldValue,
  type FieldValues,
  type FormField,
  inputsOf,
  sentOf,
} from './fields.ts'
import { useStaleForm } from './use-stale-form.ts'

/** What somebody was typing when a session ended, and the record that the changes are counted from. */
export interface TypedInput<Base> {
  base?: Base | undefined
  values: FieldValues
}

/** Where a form remembers what is typed, and what it finds there after the next login. */
export interface Memory<Base> {
  preserved?: TypedInput<Base> | undefined
  remember?: ((typed: TypedInput<Base> | undefined) => void) | undefined
}

interface EditOptions<Base, New, Change> extends Memory<Base> {
  fields: readonly FormField[]
  /** Whether a field belongs to what is entered so far; else it is neither shown nor compared nor sent. */
  asks?: (key: string, values: FieldValues) => boolean
  /** The record as it was loaded; undefined: a new one. */
  loaded: Base | undefined
  /** What the inputs show of a record, where its values are not named like the fields. */
  valuesOf?: (base: Base | undefined) => FieldValues
  /** What is stored by now; undefined: it is gone. */
  loadAnew: (base: Base) => Promise<Base | undefined>
  /** The schemas of what is sent: a whole new record, or the changed fields. */
  rules?: { add?: z.ZodType<unknown, New>; change?: z.ZodType<unknown, Change> }
  /** Further faults that are known without asking the server, by field. */
  faultsOf?: (values: FieldValues, changes: Change) => Record<string, string>
  /** Endpoints whose replies are no longer true after saving. */
  invalidates?: readonly Pick<Endpoint, 'method' | 'path'>[]
}

/** The answer to what was saved, and what its notice offers; without a message the form closes without a word. */
export type Saved = { message?: string } & Pick<NoticeOptions, 'link' | 'undo' | 'about' | 'type' | 'dialog'>

export interface Saving<Base, New, Change> {
  /** Sends a new record; undefined: it was refused, and the form says why. */
  onAdd?: (body: New, idempotencyKey: string) => Promise<Saved | undefined>
  /** Sends what was changed. */
  onChange?: (base: Base, changes: Change) => Promise<Saved | undefined>
  isRunning: boolean
  /** Sends also what nobody has changed: a form that must be answered says what is missing. */
  sendsUnchanged?: boolean
  /** Said when somebody else saved the same; missing: the form closes without a word. */
  sameStored?: string
  /** Asked before something is sent; false: not now. */
  mayStart?: ((changes: Change) => Promise<boolean>) | undefined
}

interface Closing {
  close: () => void
  /** Said when nothing was changed; missing: the form closes without a word. */
  nothingChanged?: string
}

const noticeOf = ({ link, undo, about, type, dialog }: Saved): NoticeOptions => ({
  ...(link && { link }),
  ...(undo && { undo }),
  ...(about && { about }),
  ...(type && { type }),
  ...(dialog && { dialog }),
})

/** What is refused, by field; each attempt is counted, so that the summary is read again. */
const useFieldErrors = (fields: readonly FormField[]) => {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  return {
    errors,
    attempt,
    refuse: (found: Record<string, string>) => {
      setErrors(errorsByField(fields, found))
      setAttempt((count) => count + 1)
    },
    forgetErrors: () => setErrors({}),
    forgetError: (key: string) => setErrors(({ [key]: _mended, ...others }) => others),
  }
}

/** A date that is being typed; an empty one is none only where there must be one. */
const isUnreadable = (fields: readonly FormField[], key: string, value: FieldValue) => {
  const date = fields.find((field) => field.key === key && field.kind === 'date')
  if (!date || isIsoDay(String(value))) return false
  return value === '' ? !date.isOptional : parseDateInput(String(value), berlinToday(new Date())) === undefined
}

type Inputs<Base, New, Change> = EditOptions<Base, New, Change> & { base: Base | undefined; before: FieldValues } & {
  values: FieldValues
}

/** What would be sent: a whole new record or the changed fields, and what is wrong with it. The schemas say whether it is what it is called. */
const sentBy = <Base, New, Change>({ fields, rules, faultsOf, ...inputs }: Inputs<Base, New, Change>) => {
  const { base, before, values } = inputs
  const whole = sentOf(fields, values) as New
  const changes = changesOf(fields, before, values) as Change
  const [schema, body] = base === undefined ? [rules?.add, whole] : [rules?.change, changes]
  return {
    whole,
    changes,
    faults: () => ({ ...faultsOf?.(values, changes), ...(schema && schemaErrors(schema)(body)) }),
  }
}

/**
 * A record while it is entered or changed: typed, remembered over the end of a session, checked, sent, and compared
 * when somebody else was faster (ux §2). The calls that save take `calls`; a dialog or section (`RecordDialog`, `EditDialog`, `SectionForm`) takes the rest.
 */
export const useEdit = <Base, New = object, Change = object>(options: EditOptions<Base, New, Change>) => {
  const { asks, loaded, loadAnew, invalidates = [], remember } = options
  const fieldsFor = (typed: FieldValues) => options.fields.filter(({ key }) => asks?.(key, typed) ?? true)
  const [preserved] = useState(options.preserved)
  const stale = useStaleForm<Base | undefined, FieldValues>({
    loaded: preserved?.base ?? loaded,
    valuesOf: options.valuesOf ?? ((base) => inputsOf(options.fields, base as object | undefined)),
    changed: (now, then) => changedFields(fieldsFor(now), then, now),
    loadAnew: async (base) => base && loadAnew(base),
  })
  const { base, before, conflict, origin, hasTakenBoth, endConflict } = stale
  const [values, setValues] = useState(preserved?.values ?? before)
  const fields = fieldsFor(values)
  const errors = useFieldErrors(fields)
  const keyFor = useSendKey()
  /** Somebody else saved the same meanwhile, so nothing is left to save. */
  const isSame = useRef(false)
  const changed = changedFields(fields, before, values)
  const isDirty = changed.length > 0
  const merged = stale.mergedWith(values)
  useEffect(() => {
    remember?.(isDirty ? { base, values } : undefined)
    return () => remember?.(undefined)
  })
  const onSame = () => {
    isSame.current = true
  }
  return {
    ...errors,
    ...sentBy({ ...options, fields, base, before, values }),
    fields,
    base,
    before,
    values,
    changed,
    isDirty,
    conflict,
    origin,
    merged,
    hasTakenBoth,
    endConflict,
    keyFor,
    isSame,
    /** For the calls that save. */
    calls: {
      invalidates,
      onFieldErrors: errors.refuse,
      onFailure: (failure: ApiFailure) => stale.compareAfter(failure, { values, setValues, onSame }),
    },
    set: (key: string, value: FieldValue) => {
      setValues((typed) => ({ ...typed, [key]: value }))
      // What was refused of a date is mended once it can be read again: not with the next key, and not only on leaving,
      // when a line less would move the pressed button.
      if (!isUnreadable(fields, key, value)) errors.forgetError(key)
    },
    fillIn: setValues,
    takeTheirs: () => {
      endConflict()
      setValues(before)
    },
    takeMerged: () => {
      stale.endWithBoth()
      setValues(merged ?? values)
    },
  }
}

export type Edit<Base, New, Change> = ReturnType<typeof useEdit<Base, New, Change>>

/** Saves an edited record, and closes its frame when that is done. */
export const saverOf = <Base, New, Change>(
  edit: Edit<Base, New, Change>,
  { onAdd, onChange, sendsUnchanged, mayStart, close, nothingChanged, sameStored }: Saving<Base, New, Change> & Closing,
) => {
  const { base, whole, changes, conflict, isSame } = edit
  const leave = (message: string | undefined, notice: NoticeOptions = {}) => {
    close()
    if (message !== undefined) notify(message, notice)
  }
  const send = async () => {
    edit.endConflict()
    isSame.current = false
    const saved = await (base === undefined ? onAdd?.(whole, edit.keyFor(whole)) : onChange?.(base, changes))
    if (isSame.current) return leave(sameStored)
    if (saved) leave(saved.message, noticeOf(saved))
  }
  const save = async () => {
    if (base !== undefined && !edit.isDirty && !sendsUnchanged) return leave(nothingChanged)
    const found = edit.faults()
    edit.forgetErrors()
    if (Object.keys(found).length > 0) return edit.refuse(found)
    if ((await mayStart?.(changes)) !== false) await send()
  }
  return {
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
  }
}
