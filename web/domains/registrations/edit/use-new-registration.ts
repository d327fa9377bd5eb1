import { useEffect, useState } from 'react'
import { firstMessages } from '#contract/first-messages.ts'
import { initialForm } from '#contract/registrations/registrations.answers.ts'
import { checkRegistration } from '#contract/registrations/registrations.check.ts'
import { entryGrade } from '#contract/registrations/registrations.child-fields.ts'
import type { RegistrationForm as FormAnswers, FormContext } from '#contract/registrations/registrations.form.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { registrationSteps } from '#contract/registrations/registrations.steps.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { openYearOf } from '#web/domains/registrations/registration-list-query.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'

type Errors = Record<string, string>

interface TypedEntry {
  answers: FormAnswers
  status: RegistrationStatus
  wantsOptin: boolean
}

/** Most papers are for the open year and the entry grade: both stand there already. */
const startForm = (context: FormContext): FormAnswers => {
  const form = initialForm(context)
  const entry = entryGrade(context) === undefined ? form.meta.entry_type : 'regular'
  return { ...form, school_year_id: openYearOf(context), meta: { ...form.meta, entry_type: entry } }
}

const errorsOf = (answers: FormAnswers, context: FormContext): Errors =>
  firstMessages(checkRegistration(answers, context).errors)

const labelsOf = (context: FormContext) =>
  Object.fromEntries(
    registrationSteps(context)
      .flatMap(({ fields }) => fields)
      .map(({ key, label, group }) => [key, group && key.startsWith('contacts.') ? `${group}, ${label}` : label]),
  )

const withoutThoseMended = (errors: Errors, answers: FormAnswers, context: FormContext): Errors => {
  const open = errorsOf(answers, context)
  return Object.fromEntries(Object.entries(errors).flatMap(([key]) => (open[key] ? [[key, open[key]]] : [])))
}

const mailsOf = ({ contacts }: FormAnswers) =>
  contacts.flatMap(({ mail }) => (typeof mail === 'string' && mail.includes('@') ? [mail] : []))

/** An application typed from paper: the form's rules validate it on submit, and an error goes away once its field is corrected. */
export const useNewRegistration = (
  context: FormContext,
  onSaved: (saved: Reply<typeof registrationEndpoints.add>) => void,
) => {
  const { kept, remember } = useKeptInput<TypedEntry>()
  const [answers, setAnswers] = useState(() => kept?.answers ?? startForm(context))
  const [isDirty, setDirty] = useState(kept !== undefined)
  const [errors, setErrors] = useState<Errors>({})
  const [attempt, setAttempt] = useState(0)
  const [status, setStatus] = useState<RegistrationStatus>(kept?.status ?? 'new')
  const [wantsOptin, setSendsOptin] = useState(kept?.wantsOptin ?? false)
  useEffect(() => remember(isDirty ? { answers, status, wantsOptin } : undefined))
  const refuse = (refused: Errors) => {
    setErrors(refused)
    setAttempt((count) => count + 1)
  }
  const add = useCall(registrationEndpoints.add, {
    invalidates: [registrationEndpoints.list, registrationEndpoints.latest],
    onFieldErrors: refuse,
  })
  const mails = mailsOf(answers)
  const sendsOptin = wantsOptin && mails.length > 0
  const body = { ...answers, status, send_optin: sendsOptin }
  const [sent, setSent] = useState({ content: '', key: '' })

  const submit = async () => {
    const found = errorsOf(answers, context)
    if (Object.keys(found).length > 0) return refuse(found)
    setErrors({})
    // The same content keeps its key, so that a second try after a lost answer makes no second application.
    const content = JSON.stringify(body)
    const key = sent.content === content ? sent.key : randomKey()
    setSent({ content, key })
    const saved = await add.run({ body, idempotencyKey: key })
    if (saved) onSaved(saved)
  }
  return {
    answers,
    setAnswers: (changed: FormAnswers) => {
      setAnswers(changed)
      setDirty(true)
      setErrors((before) => (Object.keys(before).length > 0 ? withoutThoseMended(before, changed, context) : before))
    },
    isDirty,
    errors,
    labels: labelsOf(context),
    attempt,
    status,
    setStatus,
    mails,
    sendsOptin,
    setSendsOptin,
    submit,
    isRunning: add.isRunning,
  }
}
