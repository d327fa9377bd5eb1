import { useEffect, useState } from 'react'
import { answerAt } from '#contract/dotted-keys.ts'
import { firstMessages } from '#contract/first-messages.ts'
import {
  changedAnswers,
  differingKeys,
  EDITABLE_KEYS,
  isSameAnswer,
  laidOver,
  withAddresses,
} from '#contract/registrations/registrations.changed.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { type RegistrationEdit, registrationEditEndpoints } from '#contract/registrations/registrations.edit.ts'
import type {
  RegistrationForm as FormAnswers,
  FormContext,
  RegistrationAnswers,
} from '#contract/registrations/registrations.form.ts'
import { registrationSteps, visibleFields } from '#contract/registrations/registrations.steps.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { detailsQuery } from '#web/domains/registrations/details/registration-details-query.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { useStaleForm } from '#web/forms/use-stale-form.ts'
import { useRefusedAnswers } from './RegistrationAnswersForm.tsx'

const formOf = ({ answers }: RegistrationDetails) => answers as FormAnswers

/** The keys of the questions that show and are answered otherwise. */
const typedKeys = (values: FormAnswers, before: FormAnswers, context: FormContext) => {
  const shown = registrationSteps(context).flatMap((step) => visibleFields(step, values, context))
  const keys = shown.map(({ key }) => key).filter((key) => EDITABLE_KEYS.includes(key))
  return keys.filter((key) => !isSameAnswer(answerAt(values, key), answerAt(before, key)))
}

/** The answers with those of some keys taken from others. */
const withThose = (answers: FormAnswers, keys: readonly string[], others: FormAnswers) =>
  laidOver(answers as RegistrationAnswers, { form: others, changed: keys })

/** What else somebody has changed; only a refusal of ours says it. */
const fieldsIn = ({ status, body }: ApiFailure) =>
  status === 409 ? Object.keys((body as { fields?: Record<string, unknown> } | undefined)?.fields ?? {}) : []

/** An application being edited: changes are validated while typing, and compared with what others saved meanwhile. */
export const useEditedRegistration = ({
  details,
  context,
  onSaved,
}: {
  details: RegistrationDetails
  context: FormContext
  onSaved: (changed: readonly string[]) => void
}) => {
  const { preserved, remember } = usePreservedInput<{ answers: FormAnswers; loaded: RegistrationDetails }>()
  const stale = useStaleForm<RegistrationDetails, FormAnswers>({
    loaded: preserved?.loaded ?? details,
    valuesOf: formOf,
    changed: (values, before) => typedKeys(values, before, context),
    loadAnew: () => queryClient.fetchQuery({ ...detailsQuery(details.id), staleTime: 0 }),
    rebase: (values, before, stored) => withThose(stored, withAddresses(typedKeys(values, before, context)), values),
  })
  const { base, before } = stale
  const [answers, setAnswers] = useState<FormAnswers>(preserved?.answers ?? formOf(details))
  const refused = useRefusedAnswers()
  const [conflictKeys, setConflictKeys] = useState<string[]>([])
  const changed = typedKeys(answers, before, context)
  const validate = (form: FormAnswers) =>
    changedAnswers(base.answers, { form, changed: typedKeys(form, before, context) }, context)
  const validated = validate(answers)
  /** With what follows: a person who is gone, the first day of another year. */
  const differing = validated.answers ? differingKeys(base.answers, validated.answers) : changed
  const isDirty = differing.length > 0
  useEffect(() => remember(isDirty ? { answers, loaded: base } : undefined))

  const call = useCall(registrationEditEndpoints.change, {
    onFieldErrors: refused.refuse,
    onFailure: (failure) => {
      setConflictKeys(fieldsIn(failure))
      return stale.compareAfter(failure, { values: answers, setValues: setAnswers, onSame: () => onSaved([]) })
    },
  })
  const save = async () => {
    if (Object.keys(validated.errors).length > 0) return refused.refuse(firstMessages(validated.errors))
    refused.clear()
    if (!isDirty) return onSaved([])
    stale.endConflict()
    // Only keys of the contract are in the list.
    const body = { ...answers, changed: changed as RegistrationEdit['changed'], version: base.version }
    const reply = await call.run({ params: { id: details.id }, body })
    if (!reply) return
    remember(undefined)
    void refreshRegistrations()
    onSaved(reply.changed)
  }
  return {
    before,
    answers,
    /** The values to be stored; the typed ones while there are errors. */
    after: (validated.answers ?? answers) as FormAnswers,
    setAnswers: (next: FormAnswers) => {
      setAnswers(next)
      refused.freeMended(() => validate(next))
    },
    differing,
    isDirty,
    refused,
    isRunning: call.isRunning,
    conflict: stale.conflict,
    versions: { origin: stale.origin, mine: answers, theirs: before },
    conflictKeys: conflictKeys.filter((key) => !isSameAnswer(answerAt(answers, key), answerAt(before, key))),
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => (stale.conflict === undefined ? save() : undefined),
    keepMine: save,
    takeTheirs: () => {
      stale.endConflict()
      setAnswers(withThose(answers, conflictKeys, before))
    },
  }
}
