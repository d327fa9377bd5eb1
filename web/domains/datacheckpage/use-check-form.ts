import { type FormEvent, useState } from 'react'
import { type DataCheckFamily, dataCheckFamilyEndpoints } from '#contract/datachecks/datachecks.family.ts'
import type { DataCheckInput } from '#contract/datachecks/datachecks.form.ts'
import { ApiFailure, call, hasFieldErrors } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import {
  answersOf,
  type CheckAnswers,
  contactCount,
  inPageOrder,
  inputOf,
  isDirty,
  newContact,
} from './check-answers.ts'
import { isDeadLink } from './use-data-check.ts'

/** The rules are loaded when they are needed: they bring zod. Without a connection the server checks alone. */
const findErrors = async (page: DataCheckFamily, input: DataCheckInput): Promise<Record<string, string>> => {
  const rules = await import('#contract/datachecks/datachecks.form.ts').catch(() => undefined)
  if (!rules) return {}
  return { ...rules.checkFaults(page, input), ...schemaErrors(rules.DataCheckForm)(input) }
}

/** The two brackets that a message names stay in one line. */
const unbroken = (text: string) => text.replaceAll('( )', '(\u00a0)')

export interface CheckFormProps {
  token: string
  page: DataCheckFamily
  onAnswer: (page: DataCheckFamily) => void
  /** Something is refused, so that thanks for an earlier answer would mislead. */
  onRefuse: () => void
  onDeadLink: () => void
  /** Loads the page anew, when the school has changed something. */
  onReload: () => void
}

/** The form of the page: what is typed, what is refused, and one button that confirms or sends changes. */
export const useCheckForm = ({ token, page, onAnswer, onRefuse, onDeadLink }: CheckFormProps) => {
  const [before] = useState(() => answersOf(page))
  const [answers, setAnswers] = useState<CheckAnswers>(before)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const [isStale, setStale] = useState(false)
  const { isBusy, failure, goOnce } = useOneAtATime()
  const refuse = (found: Record<string, string>) => {
    setErrors(Object.fromEntries(Object.entries(inPageOrder(answers, found)).map(([id, text]) => [id, unbroken(text)])))
    onRefuse()
    setAttempt((count) => count + 1)
  }
  const set = (id: string, value: string | boolean) => {
    setAnswers((known) => ({ ...known, [id]: value }))
    setErrors(({ [id]: _, ...others }) => others)
  }
  const explain = (refused: unknown) => {
    if (isDeadLink(refused)) return onDeadLink()
    if (hasFieldErrors(refused)) return refuse(refused.errors)
    setStale(refused instanceof ApiFailure && refused.status === 409)
    throw refused
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const input = inputOf(page, { before, answers })
    void goOnce(async () => {
      const found = await findErrors(page, input)
      if (Object.keys(found).length > 0) return refuse(found)
      setErrors({})
      await call(dataCheckFamilyEndpoints.answer, { params: { token }, body: input }).then(onAnswer, explain)
    })
  }
  /** A box that must not be empty is empty. */
  const isMissing = (id: string) => String(answers[id] ?? '').trim() === '' && id.includes('.contacts.')
  const errorOf = (id: string) => (errors[id] === undefined ? {} : { error: errors[id] })
  return {
    ...{ isBusy, failure, isStale, errors, attempt, isMissing, onSubmit },
    isDirty: isDirty(page, { before, answers }),
    addContact: (child: number) =>
      setAnswers((known) => ({ ...known, ...newContact(child, contactCount(known, child)) })),
    countContacts: (child: number) => contactCount(answers, child),
    /** The field was loaded with the page, so it is about somebody whom the school knows. */
    isKnown: (id: string) => id in before,
    textOf: (id: string) => ({
      ...{ id, value: String(answers[id] ?? ''), onChange: (value: string) => set(id, value) },
      ...errorOf(id),
    }),
    checkOf: (id: string) => ({
      ...{ id, isChecked: answers[id] === true, onChange: (value: boolean) => set(id, value) },
      ...errorOf(id),
    }),
  }
}
export type CheckForm = ReturnType<typeof useCheckForm>
