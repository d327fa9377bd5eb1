import { useEffect, useState } from 'react'
import { accountEndpoints } from '#contract/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type User, userEndpoints } from '#contract/users.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useHeldAddress } from './use-held-address.ts'
import { useOwnProof } from './use-own-proof.ts'
import { loadUserAnew } from './user-actions.tsx'
import { changesOf, NO_USER, newUserOf, rebased, TypedFields, type UserValues, valuesOf } from './user-form.ts'

export interface UserDialogProps {
  /** Missing: a new account. */
  user?: User | undefined
  /** What was being typed when a session ended. */
  kept?: UserValues | undefined
  remember: (values: UserValues | undefined) => void
  onGone: () => void
}

/** What the user dialog holds and does: a new account, or the changes of one with the question when it is stale. */
export const useUserDialog = ({ user, kept, remember, onGone }: UserDialogProps) => {
  // What the changes are counted from: the account as it was loaded, or after a conflict as it is stored.
  const [base, setBase] = useState(user)
  const before = base ? valuesOf(base) : NO_USER
  const { form, attempt, onSubmit, refuse } = useCheckedForm(TypedFields, kept ?? before)
  const { proof, proofOf } = useOwnProof(form, base)
  const heldText = useHeldAddress(form.values.email, user?.id)
  const [conflict, setConflict] = useState<string>()
  const isDirty = Object.keys(changesOf(form.values, before)).length > 0
  const dialog = useLeavableDialog(isDirty, onGone)
  const keyFor = useSendKey()

  useEffect(() => {
    remember(isDirty ? form.values : undefined)
    return () => remember(undefined)
  })

  const showConflict = async (failure: ApiFailure) => {
    const stored = user && failure.message === ERROR_TEXTS.stale ? await loadUserAnew(user.id) : undefined
    if (!stored) return explainFailure(failure)
    const mine = rebased(form.values, before, valuesOf(stored))
    setBase(stored)
    form.setValues(mine)
    if (Object.keys(changesOf(mine, valuesOf(stored))).length > 0) setConflict(conflictText(failure))
    else dialog.close()
  }
  const add = useCall(userEndpoints.add, { invalidates: [userEndpoints.list], onFieldErrors: refuse })
  const change = useCall(userEndpoints.change, {
    invalidates: [userEndpoints.list, ...(user?.is_self ? [accountEndpoints.basedata] : [])],
    onFieldErrors: refuse,
    onFailure: showConflict,
  })

  const sendNew = (values: UserValues) => {
    const body = newUserOf(values)
    return add.run({ body, idempotencyKey: keyFor(body) })
  }
  const sendChanges = (values: UserValues, { id, version }: User) =>
    change.run({ params: { id }, body: { ...changesOf(values, before), ...proofOf(values), version } })
  const save = async (values: UserValues) => {
    if (base && !isDirty) return dialog.close()
    if (heldText) return refuse({ email: heldText })
    setConflict(undefined)
    const reply = await (base ? sendChanges(values, base) : sendNew(values))
    if (!reply) return
    dialog.close()
    await notify(reply.message)
  }

  return {
    ...dialog,
    form,
    attempt,
    proof,
    heldText,
    isRunning: add.isRunning || change.isRunning,
    // While both versions are shown only its buttons decide, not Enter in a field.
    submit: onSubmit((values) => conflict === undefined && save(values)),
    conflict: conflict === undefined ? undefined : { text: conflict, theirs: before },
    keepMine: () => void save(form.values),
    takeTheirs: () => {
      setConflict(undefined)
      form.setValues(before)
    },
  }
}
