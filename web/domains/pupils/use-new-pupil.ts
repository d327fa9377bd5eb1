import { useEffect, useState } from 'react'
import { NewPupilForm, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { type DuplicatePupil, DuplicatesReply } from '#contract/registrations/registrations.transform.ts'
import { useToday } from '#web/api/base-data.ts'
import type { ApiFailure, Reply } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import type { FieldValue, FieldValues } from '#web/forms/fields.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { childOf, emptyPupil, newPupilBody } from './new-pupil-form.ts'
import { CHANGED_BY_PUPILS } from './pupil-query.ts'

/** Whoever is found is shown before a second record of one child is made (domain §3.3). */
const useDuplicates = () => {
  const [found, setFound] = useState<readonly DuplicatePupil[]>([])
  const ask = useCall(pupilChangeEndpoints.findDuplicates)
  return {
    found,
    setFound,
    isAsking: ask.isRunning,
    /** Undefined: it could not be asked. */
    find: async (values: FieldValues) => {
      const reply = await ask.run({ body: childOf(values) })
      return reply && [...reply.exact, ...reply.likely]
    },
  }
}

/** A pupil while it is entered: checked on submit, asked about duplicates, made once (spec §4). */
export const useNewPupil = (onMade: (made: Reply<typeof pupilChangeEndpoints.add>) => void) => {
  const today = useToday()
  const { kept, remember } = useKeptInput<FieldValues>()
  const [start] = useState(() => emptyPupil(today))
  const [values, setValues] = useState(kept ?? start)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const duplicates = useDuplicates()
  const keyFor = useSendKey()
  const isDirty = JSON.stringify(values) !== JSON.stringify(start)
  useEffect(() => remember(isDirty ? values : undefined))

  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    setAttempt((count) => count + 1)
  }
  const showDuplicates = (failure: ApiFailure) => {
    const reply = DuplicatesReply.safeParse(failure.body)
    return reply.success ? duplicates.setFound(reply.data.duplicates) : explainFailure(failure)
  }
  const add = useCall(pupilChangeEndpoints.add, {
    invalidates: CHANGED_BY_PUPILS,
    onFieldErrors: refuse,
    onFailure: showDuplicates,
  })
  const send = async (force: boolean) => {
    const body = { ...newPupilBody(values), force }
    const made = await add.run({ body, idempotencyKey: keyFor(body) })
    if (made) onMade(made)
  }
  const submit = async () => {
    const found = schemaErrors(NewPupilForm)(newPupilBody(values))
    setErrors({})
    if (Object.keys(found).length > 0) return refuse(found)
    const alike = await duplicates.find(values)
    if (alike && alike.length > 0) return duplicates.setFound(alike)
    if (alike) await send(false)
  }
  return {
    values,
    errors,
    attempt,
    isDirty,
    duplicates: duplicates.found,
    isRunning: add.isRunning || duplicates.isAsking,
    set: (changes: Record<string, FieldValue>) => {
      setValues({ ...values, ...changes })
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in changes))))
      duplicates.setFound([])
    },
    submit: () => void submit(),
    submitAnyway: () => void send(true),
  }
}
export type NewPupilDraft = ReturnType<typeof useNewPupil>
