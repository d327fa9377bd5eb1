import type { ApiFailure } from '#web/api/client.ts'
import type { NoticeOptions } from '#web/shell/notice-options.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from './use-leavable-dialog.ts'
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts'

interface RecordDialogOptions<Base, Values extends Record<string, unknown>> extends RecordFormOptions<Base, Values> {
  /** Where nothing can be entered there is nothing to lose. */
  isVain?: (values: Values) => boolean
  onGone: () => void
}

interface Saving<Values> {
  /** Sends what was typed; undefined: it was refused, and the form says why. */
  send: (
    values: Values,
  ) => Promise<({ message: string } & Pick<NoticeOptions, 'link' | 'undo' | 'about' | 'type'>) | undefined>
  isRunning: boolean
  /** Faults that are known without asking the server, by field. */
  faultsOf?: (values: Values) => Record<string, string> | undefined
}

/** Replies say more than a notice shows. */
const noticeOf = ({
  link,
  undo,
  about,
  type,
}: Pick<NoticeOptions, 'link' | 'undo' | 'about' | 'type'>): NoticeOptions => ({
  ...(link && { link }),
  ...(undo && { undo }),
  ...(about && { about }),
  ...(type && { type }),
})

/** A dialog that makes a record or changes one; its calls take `refuse` and `compareAfter`, `savedBy` takes the calls. */
export const useRecordDialog = <Base, Values extends Record<string, unknown>>(
  options: RecordDialogOptions<Base, Values>,
) => {
  const { isVain, onGone } = options
  const record = useRecordForm(options)
  const { form, attempt, onSubmit, refuse, base, before, isDirty, conflict } = record
  const dialog = useLeavableDialog(isDirty && !isVain?.(form.values), onGone)

  const savedBy = ({ send, isRunning, faultsOf }: Saving<Values>) => {
    const save = async (values: Values) => {
      if (base !== undefined && !isDirty) return dialog.close()
      const faults = faultsOf?.(values)
      if (faults) return refuse(faults)
      record.endConflict()
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
      conflict,
      // While both versions are shown only their buttons decide, not Enter in a field.
      submit: onSubmit((values) => conflict === undefined && save(values)),
      keepMine: () => void save(form.values),
      takeTheirs: record.takeTheirs,
    }
  }
  return {
    form,
    base,
    before,
    refuse,
    compareAfter: (failure: ApiFailure) => record.compareAfter(failure, dialog.close),
    savedBy,
  }
}
