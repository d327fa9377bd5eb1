import { Alert, Card, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Navigate, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { accountEndpoints, LoginForm } from '#contract/account.ts'
import { reloadBaseData, useBaseData } from '#web/api/base-data.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { explainFailure, hasFieldErrors } from '#web/api/errors.ts'
import { insidePath, paths } from '#web/paths.ts'
import { forgetOthers } from '#web/shell/kept-input.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { useCountdown } from './use-countdown.ts'

const DEFAULT_WAIT_SECONDS = 60

/** The page somebody wanted before the login, if it is one of this app: its path and name. */
const useWishedPage = () => {
  const search = useLocation({ select: (location) => location.searchStr })
  const router = useRouter()
  const path = insidePath(new URLSearchParams(search).get('redirect'))
  if (!path || path === paths.home) return undefined
  const title = router.matchRoutes(path.replace(/[?#].*/, ''), {}).at(-1)?.staticData.title
  return title ? { path, title } : undefined
}

const useLogin = () => {
  const navigate = useNavigate()
  const wished = useWishedPage()
  const wait = useCountdown()
  const emailField = useRef<HTMLInputElement>(null)
  const form = useForm({
    initialValues: { email: '', password: '', remember: false },
    validate: schemaErrors(LoginForm),
    onSubmitPreventDefault: 'always',
  })

  const refuse = async (failure: unknown) => {
    form.setFieldValue('password', '')
    emailField.current?.focus()
    if (hasFieldErrors(failure)) return form.setErrors(failure.errors)
    if (failure instanceof ApiFailure && failure.status === 429)
      return wait.start(failure.retryAfter ?? DEFAULT_WAIT_SECONDS)
    await explainFailure(failure)
  }

  const submit = form.onSubmit(async (values) => {
    if (form.submitting) return
    try {
      await call(accountEndpoints.login, { body: values })
    } catch (failure) {
      return refuse(failure)
    }
    const baseData = await reloadBaseData()
    forgetOthers(baseData ? baseData.user.id : 0)
    // Spec §2: success goes home; where somebody wanted to go is offered.
    await navigate({ to: paths.home })
    if (wished) await notify(null, { link: { text: `Weiter zu: ${wished.title}`, to: wished.path }, type: 'info' })
  })
  useEffect(() => emailField.current?.focus(), [])
  return { form, submit, emailField, secondsToWait: wait.secondsLeft }
}

export const LoginPage = () => {
  const isLoggedIn = useBaseData() !== false
  const hasSessionEnded = useLocation({ select: ({ state }) => state.hasSessionEnded === true })
  const { form, submit, emailField, secondsToWait } = useLogin()
  if (isLoggedIn && !form.submitting) return <Navigate to={paths.home} replace />
  const throttled = secondsToWait > 0 && `Zu viele Versuche. Bitte warten Sie ${secondsToWait} Sekunden.`
  return (
    <Card maw={600} mx="auto" mt="xl">
      <PageTitle>Login</PageTitle>
      {hasSessionEnded && (
        <Alert mb="md" color="brand" icon={<Info size={20} aria-hidden />}>
          Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.
        </Alert>
      )}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            ref={emailField}
            id="email"
            data-page-focus
            label="E-Mail"
            type="email"
            inputMode="email"
            autoComplete="username"
            {...form.getInputProps('email')}
            error={throttled || form.errors.email}
          />
          <SecretField
            id="password"
            label="Passwort"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Checkbox
            label="Eingeloggt bleiben"
            description="Nur auf eigenen Geräten"
            {...form.getInputProps('remember', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <ActionButton type="submit" size="md" isRunning={form.submitting} disabled={secondsToWait > 0}>
              Login
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
