import { Box, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SchoolType } from '#contract/schools.facts.ts'
import { SCHOOL_KINDS, SetupForm, setupEndpoints } from '#contract/schools.setup.ts'
import type { Reply } from '#web/api/client.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import type { PageProps } from '#web/shell/page-route.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { NewPasswordField } from '#web/ui/NewPasswordField.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { EMPTY_SCHOOL, SCHOOL_FIELDS, SchoolForm } from './SchoolForm.tsx'
import { SchoolReadyCard } from './SchoolReadyCard.tsx'

const ADMIN_FIELDS = {
  name: 'Ihr Name',
  email: 'Ihre E-Mail-Adresse',
  password: 'Passwort',
  password_confirmation: 'Passwort Bestätigung',
}

const LABELS = Object.fromEntries([
  ...Object.entries(ADMIN_FIELDS).map(([field, label]) => [`admin.${field}`, label]),
  ...Object.entries(SCHOOL_FIELDS).map(([field, label]) => [`school.${field}`, label]),
])

const EMPTY = { admin: { name: '', email: '', password: '', password_confirmation: '' }, school: EMPTY_SCHOOL }

const SetupCard = ({ token }: { token: string }) => {
  const [done, setDone] = useState<Reply<typeof setupEndpoints.setUp>>()
  const { form, attempt, onSubmit, refuse } = useCheckedForm(SetupForm, EMPTY)
  const setUp = useCall(setupEndpoints.setUp, { onFieldErrors: refuse })

  const chooseKind = (kind: SchoolType) =>
    form.setValues({ school: { ...form.values.school, kind, short: SCHOOL_KINDS[kind].short } })
  const submit = onSubmit(async (values) =>
    setDone(await setUp.run({ params: { token }, body: SetupForm.parse(values) })),
  )

  if (done) {
    return (
      <SchoolReadyCard done={done}>
        <Button component={Link} to={paths.login}>
          Zum Login
        </Button>
      </SchoolReadyCard>
    )
  }
  const admin = (field: keyof typeof ADMIN_FIELDS) => ({
    id: `admin.${field}`,
    label: ADMIN_FIELDS[field],
    ...form.getInputProps(`admin.${field}`),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={720} gap="md">
        <Text>
          Willkommen bei Schulhof. Hier legen Sie das erste Konto und die erste Schule an, mit diesem und dem nächsten
          Schuljahr und den Klassenstufen. Alle Felder ohne „(optional)“ sind Pflichtfelder.
        </Text>
        <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
        <Card>
          <Title order={2} mb="md">
            Ihr Konto
          </Title>
          <Stack gap="md">
            <TextInput {...admin('name')} autoComplete="name" />
            <TextInput {...admin('email')} type="email" inputMode="email" autoComplete="username" />
            <NewPasswordField {...admin('password')} />
            <SecretField {...admin('password_confirmation')} autoComplete="new-password" />
          </Stack>
        </Card>
        <Card>
          <Title order={2} mb="md">
            Ihre Schule
          </Title>
          <SchoolForm form={form} prefix="school." onKind={chooseKind} />
        </Card>
        <Group>
          <ActionButton type="submit" size="md" isRunning={setUp.isRunning}>
            Schule einrichten
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

const checkLink = ({ params }: PageProps) =>
  queryFor(setupEndpoints.check, { params: { token: params.token ?? '' } }, { quiet: true })

/** Asks before the page shows whether its one-time link still holds. */
export const loadSetup = (page: PageProps) => queryClient.ensureQueryData(checkLink(page))

/** First run: behind the one-time link that the server prints on an empty database. */
export const SetupPage = ({ params }: PageProps) => {
  const isLinkValid = useQuery(checkLink({ params })).data?.is_valid
  return (
    <Box maw={720} mx="auto">
      <PageTitle>Einrichtung</PageTitle>
      {isLinkValid ? (
        <SetupCard token={params.token ?? ''} />
      ) : (
        <Card maw={720}>
          <Text>
            Dieser Link ist abgelaufen oder wurde schon benutzt. Beim Start ohne Schule zeigt der Server einen neuen an.
          </Text>
          <Group mt="lg">
            <Link to={paths.home}>Zur Startseite</Link>
          </Group>
        </Card>
      )}
    </Box>
  )
}
