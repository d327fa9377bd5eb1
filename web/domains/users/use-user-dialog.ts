import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { type User, userEndpoints } from '#contract/users/users.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useRecordDialog } from '#web/forms/use-record-dialog.ts'
import { useHeldAddress } from './use-held-address.ts'
import { loadUserAnew } from './user-actions.tsx'
import { changesOf, isOwnMove, NO_USER, newUserOf, TypedFields, type UserValues, valuesOf } from './user-form.ts'

export interface UserDialogProps {
  /** Missing: a new account. */
  user?: User | undefined
  /** What was being typed when a session ended. */
  kept?: UserValues | undefined
  remember: (values: UserValues | undefined) => void
  onGone: () => void
}

/**
 * The own password, asked for when the own address changes. It stands beside the form, whose values are kept for the
 * next login. `proof`: the field, while it is asked for.
 */
const useOwnProof = (form: UseFormReturnType<UserValues>, stored: User | undefined) => {
  const [value, setValue] = useState('')
  const onChange = (typed: string) => {
    setValue(typed)
    form.clearFieldError('current_password')
  }
  const proof = { value, error: form.errors.current_password, onChange }
  return {
    proof: isOwnMove(form.values, stored) ? proof : undefined,
    /** What is sent along; without it the server says at the field what is missing. */
    proofOf: (values: UserValues) => (isOwnMove(values, stored) && value !== '' ? { current_password: value } : {}),
  }
}

/** What the user dialog holds and does: a new account, or the changes of one with the question when it is stale. */
export const useUserDialog = ({ user, ...props }: UserDialogProps) => {
  const { form, base, before, refuse, compareAfter, savedBy } = useRecordDialog<User, UserValues>({
    ...props,
    schemaOf: () => TypedFields,
    loaded: user,
    valuesOf: (account) => (account ? valuesOf(account) : NO_USER),
    changed: (values, then) => Object.keys(changesOf(values, then)),
    loadAnew: ({ id }) => loadUserAnew(id),
  })
  const { proof, proofOf } = useOwnProof(form, base)
  const heldText = useHeldAddress(form.values.email, user?.id)
  const keyFor = useSendKey()
  const add = useCall(userEndpoints.add, { invalidates: [userEndpoints.list], onFieldErrors: refuse })
  const change = useCall(userEndpoints.change, {
    invalidates: [userEndpoints.list, ...(user?.is_self ? [accountEndpoints.basedata] : [])],
    onFieldErrors: refuse,
    onFailure: compareAfter,
  })

  const send = (values: UserValues) => {
    if (base) {
      const body = { ...changesOf(values, before), ...proofOf(values), version: base.version }
      return change.run({ params: { id: base.id }, body })
    }
    const body = newUserOf(values)
    return add.run({ body, idempotencyKey: keyFor(body) })
  }
  const isRunning = add.isRunning || change.isRunning
  const dialog = savedBy({ send, isRunning, faultsOf: () => (heldText ? { email: heldText } : undefined) })
  return { ...dialog, proof, heldText }
}
