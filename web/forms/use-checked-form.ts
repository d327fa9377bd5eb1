import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { schemaErrors } from '#web/ui/form-errors.ts'

/** A form checked by its schema of the contract on submit; `refuse` takes the server's messages by field. */
export const useCheckedForm = <V extends Record<string, unknown>>(schema: z.ZodType, initialValues: V) => {
  const [attempt, setAttempt] = useState(0)
  const form: UseFormReturnType<V> = useForm<V>({ initialValues, validate: schemaErrors(schema) })
  const countAttempt = () => setAttempt((count) => count + 1)
  return {
    form,
    attempt,
    onSubmit: (send: (values: V) => unknown) => form.onSubmit((values) => void send(values), countAttempt),
    refuse: (errors: Record<string, string>) => {
      form.setErrors(errors)
      countAttempt()
    },
  }
}
