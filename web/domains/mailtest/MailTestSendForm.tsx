import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { MAIL_TEST_FAILED, MailTestForm, mailtestEndpoints } from '#contract/mailtest/mailtest.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import type { ApiFailure, Reply } from '#web/api/client.ts'
import { FAILURE_TITLE, failureText } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { MAIL_TEST } from '#web/shell/frame-dialogs.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './mailtest.module.css'

const FIELDS = { from: 'Von', to: 'An', subject: 'Betreff', content: 'Inhalt' } as const

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

const SENDER_HINT =
  'Der Absender ist fest eingestellt. Das Mailsystem muss für dieses Konto das Recht „Senden als“ geben; bis es gilt, kann ein Tag vergehen.'

/** Spec §8: the server's message, else the text of its own. */
const refusalText = (failure: ApiFailure) =>
  failure.message || [0, 429, 503].includes(failure.status) ? failureText(failure) : MAIL_TEST_FAILED

/** What the server answered last, for whoever looks for a fault. */
interface Answer {
  status: string
  message: string
}

const ServerAnswer = ({ answer }: { answer: Answer }) => (
  <details className={classes.answer}>
    <summary>Antwort des Servers</summary>
    <p>
      {answer.status}: {answer.message}
    </p>
  </details>
)

type TypedMail = Pick<MailTestForm, 'to' | 'subject' | 'content'>

const isSame = (one: TypedMail, other: TypedMail) =>
  one.to === other.to && one.subject === other.subject && one.content === other.content

interface MailTestSendFormProps {
  defaults: Reply<typeof mailtestEndpoints.defaults>
  /** Whether something typed is not sent. */
  onDirty: (isDirty: boolean) => void
  onCancel: () => void
}

/** One mail to one address, sent at once; what became of it is said (domain §9c). */
export const MailTestSendForm = ({ defaults, onDirty, onCancel }: MailTestSendFormProps) => {
  const { from, subject, content, is_configured: isConfigured } = defaults
  const { preserved, remember } = usePreservedInput<TypedMail>(MAIL_TEST)
  const [sent, setSent] = useState<TypedMail>({ to: useSignedIn()?.user.email ?? '', subject, content })
  const { form, attempt, onSubmit, refuse } = useCheckedForm(MailTestForm, { from, ...(preserved ?? sent) })
  const { values } = form
  const isDirty = !isSame(values, sent)
  useEffect(() => remember(isDirty ? { to: values.to, subject: values.subject, content: values.content } : undefined))
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const [answer, setAnswer] = useState<Answer>()
  const send = useCall(mailtestEndpoints.send, {
    onFieldErrors: refuse,
    onFailure: async (failure) => {
      const message = refusalText(failure)
      setAnswer({ status: failure.status === 0 ? 'Keine Antwort' : `Status ${failure.status}`, message })
      await alertDialog({ title: FAILURE_TITLE, message, type: 'negative' })
    },
  })
  const submit = onSubmit(async (mail) => {
    setAnswer(undefined)
    const reply = await send.run({ body: mail })
    if (!reply) return
    setSent(mail)
    setAnswer({ status: 'Status 200', message: reply.message })
    await alertDialog({ message: reply.message, type: 'positive', hasEscape: true })
  })
  return (
    <form onSubmit={submit} noValidate onKeyDown={getHotkeyHandler([['mod+Enter', () => submit()]])}>
      <Stack gap="md">
        <ErrorSummary errors={form.errors} labels={FIELDS} attempt={attempt} />
        {!isConfigured && (
          <Alert color="yellow" title="Es ist noch kein Mailserver eingerichtet.">
            Ohne ihn kann keine E-Mail gesendet werden; wie er eingerichtet wird, steht in der Anleitung zum Betrieb.
          </Alert>
        )}
        <TextInput
          id="from"
          label={FIELDS.from}
          readOnly
          description={SENDER_HINT}
          inputWrapperOrder={HINT_LAST}
          {...form.getInputProps('from')}
        />
        <TextInput
          id="to"
          label={FIELDS.to}
          type="email"
          inputMode="email"
          data-autofocus
          {...form.getInputProps('to')}
        />
        <TextInput id="subject" label={FIELDS.subject} {...form.getInputProps('subject')} />
        <Textarea
          id="content"
          label={FIELDS.content}
          autosize
          minRows={5}
          maxRows={12}
          {...form.getInputProps('content')}
        />
        {answer && <ServerAnswer answer={answer} />}
        <Group justify="flex-end" className={classes.buttons ?? ''}>
          <Button variant="default" onClick={onCancel}>
            Abbrechen
          </Button>
          <ActionButton type="submit" isRunning={send.isRunning}>
            Senden
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
