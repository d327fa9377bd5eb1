import { Button, Card, Checkbox, Group, NativeSelect, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { firstMessages } from '#contract/first-messages.ts'
import { initialForm } from '#contract/registrations/registrations.answers.ts'
import { checkRegistration } from '#contract/registrations/registrations.check.ts'
import { entryGrade } from '#contract/registrations/registrations.child-fields.ts'
import type {
  RegistrationForm as FormAnswers,
  FormContext,
  FormFacts,
} from '#contract/registrations/registrations.form.ts'
import { type RegistrationStatus, STATUS_LABELS, STATUS_ORDER } from '#contract/registrations/registrations.status.ts'
import { registrationSteps } from '#contract/registrations/registrations.steps.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { RegistrationForm } from '#web/domains/registrations/form/RegistrationForm.tsx'
import { formFactsQuery, openYearOf } from '#web/domains/registrations/registration-list-query.ts'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import classes from './registration-edit.module.css'

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
const useNewRegistration = (
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

const TITLE = 'Neue Bewerbung'

/** Awaited by the router; a failure is told by the page. */
export const loadFormFacts = () => queryClient.prefetchQuery(formFactsQuery)

type Entry = ReturnType<typeof useNewRegistration>

/** What is decided beside the family's answers: status, and whether a mail goes out at all. */
const EntryOptions = ({ entry }: { entry: Entry }) => (
  <Card component="section" aria-labelledby="entry-options">
    <Title order={2} id="entry-options" mb="md">
      Aufnahme
    </Title>
    <Stack gap="md">
      <NativeSelect
        id="status"
        label="Status"
        maw={240}
        value={entry.status}
        onChange={(event) => entry.setStatus(event.currentTarget.value as RegistrationStatus)}
        data={STATUS_ORDER.map((value) => ({ value, label: STATUS_LABELS[value] }))}
        error={entry.errors.status}
      />
      <Checkbox
        label="Bestätigungslink senden"
        description={
          entry.mails.length > 0 ? `An ${entry.mails.join(' und ')}` : 'Dafür fehlt eine E-Mail-Adresse der Familie.'
        }
        disabled={entry.mails.length === 0}
        checked={entry.sendsOptin}
        onChange={(event) => entry.setSendsOptin(event.currentTarget.checked)}
      />
    </Stack>
  </Card>
)

const EntryForm = ({ facts }: { facts: FormFacts }) => {
  const navigate = useNavigate()
  const context: FormContext = { ...facts, mode: 'staff' }
  const entry = useNewRegistration(context, async ({ id, number }) => {
    await navigate({ to: paths.registration(id), ignoreBlocker: true })
    notify(`Die Bewerbung ${number} ist angelegt.`)
  })
  useUnsavedChanges(entry.isDirty)
  return (
    <form
      className={`sh-stack sh-gap-4 ${classes.newRegistrationForm}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void entry.submit()
      }}
    >
      <ErrorSummary errors={entry.errors} labels={entry.labels} attempt={entry.attempt} />
      <Card>
        <RegistrationForm answers={entry.answers} onChange={entry.setAnswers} context={context} errors={entry.errors} />
      </Card>
      <EntryOptions entry={entry} />
      <Group gap="sm">
        <ActionButton type="submit" size="md" isRunning={entry.isRunning}>
          Bewerbung anlegen
        </ActionButton>
        <Button component={Link} to={paths.registrations} variant="default" size="md">
          Abbrechen
        </Button>
      </Group>
    </form>
  )
}

/** An application from paper or telephone: the form's own fields, mail only on wish (domain §3.6). */
export const NewRegistrationPage = () => {
  const { data: facts, isError, refetch } = useQuery(formFactsQuery)
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]} current={TITLE} />}
      >
        {TITLE}
      </PageTitle>
      {facts && facts.schoolyears.length > 0 && <EntryForm facts={facts} />}
      {isError && !facts && <NotLoaded onRetry={() => void refetch()} />}
      {facts?.schoolyears.length === 0 && (
        <EmptyState
          title="Zurzeit kann keine Bewerbung aufgenommen werden."
          text="Es gibt kein Schuljahr, das läuft oder geplant ist."
        />
      )}
    </>
  )
}
