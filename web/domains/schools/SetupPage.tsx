import { useEffect, useState } from 'react'
import { SCHOOL_WORDS } from '#contract/schools/school-words.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import type { SetupForm } from '#contract/schools/schools.setup-forms.ts'
import { call, hasFieldErrors, type Reply } from '#web/api/client.ts'
import { BASE } from '#web/base-path.ts'
import { paths } from '#web/paths.ts'
import { VisitLink } from '#web/shell/VisitLink.tsx'
import { useVisit } from '#web/shell/visit.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeErrorSummary } from '#web/ui/native/NativeErrorSummary.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNewPasswordField } from '#web/ui/native/NativeNewPasswordField.tsx'
import { NativeSecretField } from '#web/ui/native/NativeSecretField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { bodyOf, useNativeForm } from '#web/ui/native/use-native-form.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { EMPTY_SCHOOL, errorsInOrder, SchoolForm } from './SchoolForm.tsx'
import { SchoolReadyCard } from './SchoolReadyCard.tsx'
import classes from './school-form.module.css'

const setupRules = () => import('#contract/schools/schools.setup-forms.ts').then(({ SetupForm: rules }) => rules)

const ADMIN_FIELDS = {
  name: 'Ihr Name',
  email: 'Ihre E-Mail-Adresse',
  password: 'Passwort',
  password_confirmation: 'Passwort Bestätigung',
}

const named = <T,>(prefix: string, fields: Record<string, T>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [prefix + field, value]))

const LABELS = { ...named('admin.', ADMIN_FIELDS), ...named('school.', SCHOOL_WORDS) }
const EMPTY: Record<string, string | boolean> = {
  ...named('admin.', { name: '', email: '', password: '', password_confirmation: '' }),
  ...named<string | boolean>('school.', EMPTY_SCHOOL),
}

type Done = Reply<typeof setupEndpoints.setUp>

const SetupDoneCard = ({ done }: { done: Done }) => (
  <SchoolReadyCard done={done}>
    <VisitLink to={paths.login}>Zum Login</VisitLink>
  </SchoolReadyCard>
)

const SetupForms = ({ token, onDone }: { token: string; onDone: (done: Done) => void }) => {
  const { explain } = useVisit()
  const form = useNativeForm({ initial: EMPTY, schema: setupRules })
  const submit = form.onSubmit(async (values) => {
    try {
      // The server reads the texts by the same schema.
      onDone(await call(setupEndpoints.setUp, { params: { token }, body: bodyOf(values) as SetupForm }))
    } catch (failure) {
      if (hasFieldErrors(failure)) form.refuse(failure.errors)
      else await explain(failure)
    }
  })
  const admin = (field: keyof typeof ADMIN_FIELDS) => ({
    ...form.textOf(`admin.${field}`),
    label: ADMIN_FIELDS[field],
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>
        Willkommen bei Schulhof. Hier legen Sie das erste Konto und die erste Schule an, mit diesem und dem nächsten
        Schuljahr und den Klassenstufen. Alle Felder ohne „(optional)“ sind Pflichtfelder.
      </p>
      <NativeErrorSummary errors={errorsInOrder(form.errors, LABELS)} attempt={form.attempt} />
      <NativeCard title="Ihr Konto">
        <NativeTextField {...admin('name')} autoComplete="name" />
        <NativeTextField {...admin('email')} type="email" inputMode="email" autoComplete="username" />
        <NativeNewPasswordField {...admin('password')} />
        <NativeSecretField {...admin('password_confirmation')} autoComplete="new-password" />
      </NativeCard>
      <NativeCard title="Ihre Schule">
        <SchoolForm form={form} prefix="school." />
      </NativeCard>
      <NativeButton type="submit" look="primary" isBusy={form.isRunning}>
        Schule einrichten
      </NativeButton>
    </form>
  )
}

/** Whether the one-time link is over; while that is not known, or cannot be asked, the form is there. */
const useIsOver = (token: string) => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const look = async () => setOver(!(await call(setupEndpoints.check, { params: { token } })).is_valid)
    look().catch(() => {})
  }, [token])
  return isOver
}

/** First run: behind the one-time link that the server prints on an empty database. */
export const SetupPage = ({ params }: { params: Record<string, string> }) => {
  const { token = '' } = params
  const isOver = useIsOver(token)
  const [done, setDone] = useState<Done>()
  usePageTitle('Einrichtung')
  return (
    <NativeColumn isWide>
      <NativeHeading>Einrichtung</NativeHeading>
      {done && <SetupDoneCard done={done} />}
      {!done && !isOver && <SetupForms token={token} onDone={setDone} />}
      {!done && isOver && (
        <NativeCard>
          <p>
            Dieser Link ist abgelaufen oder wurde schon benutzt. Beim Start ohne Schule zeigt der Server einen neuen an.
          </p>
          <p>
            <a href={`${BASE}/`}>Zur Startseite</a>
          </p>
        </NativeCard>
      )}
    </NativeColumn>
  )
}
