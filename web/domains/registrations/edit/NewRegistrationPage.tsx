import { Button, Card, Checkbox, Group, NativeSelect, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { FormContext, FormFacts } from '#contract/registrations/registrations.form.ts'
import { type RegistrationStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { queryClient } from '#web/api/query-client.ts'
import { RegistrationForm } from '#web/domains/registrations/form/RegistrationForm.tsx'
import { formFactsQuery } from '#web/domains/registrations/registration-list-query.ts'
import { STATUS_ORDER } from '#web/domains/registrations/status-order.ts'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import classes from './registration-edit.module.css'
import { useNewRegistration } from './use-new-registration.ts'

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
