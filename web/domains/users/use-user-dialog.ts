import { useEffect } from 'react'
import { accountEndpoints } from '#contract/account.ts'
import { type User, userEndpoints } from '#contract/users.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useStaleForm } from '#web/api/use-stale-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useHeldAddress } from './use-held-address.ts'
import { useOwnProof } from './use-own-proof.ts'
import { loadUserAnew } from './user-actions.tsx'
import { changesOf, NO_USER, newUserOf, TypedFields, type UserValues, valuesOf } from './user-form.ts'

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
  const stale = useStaleForm({
    loaded: user,
    valuesOf: (account) => (account ? valuesOf(account) : NO_USER),
    changed: (values, before) => Object.keys(changesOf(values, before)),
    loadAnew: async (account) => account && loadUserAnew(account.id),
  })
  const { base, before, conflict } = stale
  const { form, attempt, onSubmit, refuse } = useCheckedForm(TypedFields, kept ?? before)
  const { proof, proofOf } = useOwnProof(form, base)
  const heldText = useHeldAddress(form.values.email, user?.id)
  const isDirty = stale.isDirtyWith(form.values)
  const dialog = useLeavableDialog(isDirty, onGone)
  const keyFor = useSendKey()

  useEffect(() => {
    remember(isDirty ? form.values : undefined)
    return () => remember(undefined)
  })

  const add = useCall(userEndpoints.add, { invalidates: [userEndpoints.list], onFieldErrors: refuse })
  const change = useCall(userEndpoints.change, {
    invalidates: [userEndpoints.list, ...(user?.is_self ? [accountEndpoints.basedata] : [])],
    onFieldErrors: refuse,
    onFailure: (failure) =>
      stale.compareAfter(failure, { values: form.values, setValues: form.setValues, onSame: dialog.close }),
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
    stale.endConflict()
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
      stale.endConflict()
      form.setValues(before)
    },
  }
}
