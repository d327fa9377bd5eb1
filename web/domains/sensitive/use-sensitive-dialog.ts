import { z } from 'zod'
import { SENSITIVE_KINDS, type SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import { type SensitiveEntry, SensitiveForm, sensitiveEndpoints } from '#contract/sensitive/sensitive.ts'
import { useCall } from '#web/api/queries.ts'
import { useRecordDialog } from '#web/forms/use-record-dialog.ts'
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
  const lacksConsentFor = ({ kind }: SensitiveValues) => !entry && kind !== null && lackingConsent.includes(kind)
  const { form, base, before, refuse, compareAfter, savedBy } = useRecordDialog<SensitiveEntry, SensitiveValues>({
    schemaOf: () => Checked,
    loaded: entry,
    valuesOf: (one) => (one ? valuesOfEntry(one) : NO_ENTRY),
    changed: (values, then) =>
      entry
        ? Object.keys(changesOfEntry(values, then))
        : Object.keys(values).filter((key) => values[key] !== then[key]),
    loadAnew: ({ id }) => loadEntryAnew(pupilId, id),
    isVain: lacksConsentFor,
    onGone,
  })
  const calls = { invalidates: CHANGED_BY_ENTRIES, onFieldErrors: refuse }
  const add = useCall(sensitiveEndpoints.add, calls)
  const change = useCall(sensitiveEndpoints.change, { ...calls, onFailure: compareAfter })

  const send = (values: SensitiveValues) => {
    if (!base) return add.run({ params: { id: pupilId }, body: SensitiveForm.parse(values) })
    const body = { ...changesOfEntry(values, before), version: base.version }
    return change.run({ params: { id: pupilId, sensitive_id: base.id }, body })
  }
  const dialog = savedBy({ send, isRunning: add.isRunning || change.isRunning })
  return { ...dialog, lacksConsent: lacksConsentFor(form.values) }
}
