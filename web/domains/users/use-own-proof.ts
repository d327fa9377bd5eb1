import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { User } from '#contract/users/users.ts'
import { isOwnMove, type UserValues } from './user-form.ts'

/**
 * The own password, asked for when the own address changes. It stands beside the form, whose values are kept for the
 * next login. `proof`: the field, while it is asked for.
 */
export const useOwnProof = (form: UseFormReturnType<UserValues>, stored: User | undefined) => {
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
