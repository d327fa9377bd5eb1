import { type ReactNode, useEffect, useState } from 'react'
import { berlinToday } from '#contract/dates.ts'
import { SCHOOL_WORDS } from '#contract/schools/school-words.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import type { SetupForm } from '#contract/schools/schools.setup-forms.ts'
import { call, hasFieldErrors, type Reply } from '#web/api/client.ts'
import { BASE } from '#web/base-path.ts'
import { useVisit } from '#web/shell/visit.ts'
import { NativeButtonLink } from '#web/ui/native/NativeButton.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNewPasswordField } from '#web/ui/native/NativeNewPasswordField.tsx'
import { NativeSecretField } from '#web/ui/native/NativeSecretField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useBriefWait } from '#web/ui/native/use-brief-wait.ts'
import { bodyOf, useNativeForm } from '#web/ui/native/use-native-form.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { FirstYearForm } from './FirstYearForm.tsx'
import { EMPTY_SCHOOL, SchoolForm, type SetupValues } from './SchoolForm.tsx'
import { SchoolReadyCard } from './SchoolReadyCard.tsx'
import { SetupStepCard } from './SetupStepCard.tsx'
import { setupDraft } from './setup-draft.ts'
import { TestMailCard } from './TestMailCard.tsx'
import { useStepPages, useStepStart } from './use-step-pages.ts'

const loadRules = () => import('#contract/schools/schools.setup-forms.ts')

const STEPS = [
  { title: 'Ihr Konto', rules: async () => (await loadRules()).AdminStep },
  { title: 'Ihre Schule', rules: async () => (await loadRules()).SchoolStep },
  { title: 'Das Schuljahr', rules: async () => (await loadRules()).SetupForm },
] as const
const LAST_STEP = STEPS.length - 1

const ADMIN_FIELDS = {
  name: 'Ihr Name',
  email: 'Ihre E-Mail-Adresse',
  password: 'Passwort',
  password_confirmation: 'Passwort Bestätigung',
}

const named = <T,>(prefix: string, fields: Record<string, T>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [prefix + field, value]))

const LABELS = { ...named('admin.', ADMIN_FIELDS), ...named('school.', SCHOOL_WORDS) }
const EMPTY: SetupValues = {
  ...named('admin.', { name: '', email: '', password: '', password_confirmation: '' }),
  ...named<string | boolean | number>('school.', EMPTY_SCHOOL),
}

/** The step with the first refused field. */
const stepWith = (errors: Record<string, string>) =>
  Object.keys(errors).some((field) => field.startsWith('admin.')) ? 0 : 1

type Done = Reply<typeof setupEndpoints.setUp> & { email: string }

interface SetupFormsProps {
  token: string
  today: string
  onDone: (done: Done) => void
}

const SetupForms = ({ token, today, onDone }: SetupFormsProps) => {
  const { explain } = useVisit()
  const [initial] = useState(() => ({ ...EMPTY, ...setupDraft.read() }))
  const pages = useStepPages()
  const step = STEPS[pages.step] ?? STEPS[0]
  const form = useNativeForm<SetupValues>({ initial, schema: step.rules })
  useStepStart(pages.step, Object.keys(form.errors).length > 0)
  useEffect(() => setupDraft.write(form.values), [form.values])
  usePageTitle(`Einrichtung: ${step.title}`)

  const send = async (values: SetupValues) => {
    try {
      // The server reads the texts by the same schema.
      const done = await call(setupEndpoints.setUp, { params: { token }, body: bodyOf(values) as SetupForm })
      setupDraft.clear()
      onDone({ ...done, email: String(values['admin.email']) })
    } catch (failure) {
      if (!hasFieldErrors(failure)) return explain(failure)
      form.refuse(failure.errors)
      pages.goBackTo(stepWith(failure.errors))
    }
  }
  const submit = form.onSubmit(async (values) => (pages.step === LAST_STEP ? send(values) : pages.goForward()))
  const admin = (field: keyof typeof ADMIN_FIELDS) => ({
    ...form.textOf(`admin.${field}`),
    label: ADMIN_FIELDS[field],
  })
  const contents: ReactNode[] = [
    <>
      <p>
        In drei Schritten legen Sie Ihr Konto, Ihre Schule und das Schuljahr an. Gespeichert wird erst am Ende. Ihr
        Konto ist ein Admin-Konto: Die Schulleitung bekommt später ein eigenes mit einer anderen Adresse.
      </p>
      <NativeTextField {...admin('name')} autoComplete="name" />
      <NativeTextField {...admin('email')} type="email" inputMode="email" autoComplete="username" />
      <NativeNewPasswordField {...admin('password')} />
      <NativeSecretField {...admin('password_confirmation')} autoComplete="new-password" />
    </>,
    <SchoolForm key="school" form={form} prefix="school." today={today} />,
    <>
      <FirstYearForm form={form} prefix="school." today={today} />
      <p>Noch ist nichts gespeichert: Gespeichert wird erst mit „Schule einrichten“.</p>
    </>,
  ]
  return (
    <>
      <NativeHeading above={`Schritt ${pages.step + 1} von ${STEPS.length}`}>{step.title}</NativeHeading>
      <SetupStepCard
        form={form}
        labels={LABELS}
        onSubmit={submit}
        onBack={pages.step > 0 ? () => pages.goBackTo(pages.step - 1) : undefined}
        goOn={pages.step === LAST_STEP ? 'Schule einrichten' : 'Weiter'}
      >
        {contents[pages.step]}
      </SetupStepCard>
    </>
  )
}

/** What the server says of the one-time link; until it has answered, or when it cannot be asked, the form is there. */
const useLink = (token: string) => {
  const [link, setLink] = useState({ is_valid: true, today: berlinToday(new Date()) })
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    const look = async () => setLink(await call(setupEndpoints.check, { params: { token } }))
    void look()
      .catch(() => {})
      .then(() => setKnown(true))
  }, [token])
  return { ...link, isKeptBack: useBriefWait(isKnown) }
}

const LinkIsOverCard = () => {
  usePageTitle('Einrichtung')
  return (
    <>
      <NativeHeading>Einrichtung</NativeHeading>
      <NativeCard>
        <p>
          Dieser Link ist abgelaufen oder wurde schon benutzt. Beim Start ohne Schule zeigt der Server einen neuen an.
        </p>
        <p>
          <a href={`${BASE}/`}>Zur Startseite</a>
        </p>
      </NativeCard>
    </>
  )
}

/** The session has begun, so that the start page opens without a login: it is another program, hence a full load. */
const SetupDoneCard = ({ done }: { done: Done }) => {
  usePageTitle('Einrichtung abgeschlossen')
  return (
    <>
      <NativeHeading>Geschafft</NativeHeading>
      <SchoolReadyCard done={done}>
        {done.are_mails_sent && <TestMailCard to={done.email} />}
        <p>
          Ihr Konto ist ein Admin-Konto. Laden Sie bald die Schulleitung ein, denn nur sie kann den Datenschutz
          vorbereiten.
        </p>
        <p>Sie sind schon angemeldet. Was als Nächstes zu tun ist, steht auf der Startseite unter „Erste Schritte“.</p>
        <NativeButtonLink look="primary" href={`${BASE}/`}>
          Zur Startseite
        </NativeButtonLink>
      </SchoolReadyCard>
    </>
  )
}

/** First run: behind the one-time link that the server prints on an empty database. */
export const SetupPage = ({ params }: { params: Record<string, string> }) => {
  const { token = '' } = params
  const { is_valid: isValid, today, isKeptBack } = useLink(token)
  const [done, setDone] = useState<Done>()
  const content = () => {
    if (done) return <SetupDoneCard done={done} />
    return isValid ? <SetupForms token={token} today={today} onDone={setDone} /> : <LinkIsOverCard />
  }
  return (
    <NativeColumn isWide>
      <div data-kept-back={isKeptBack || undefined}>{content()}</div>
    </NativeColumn>
  )
}
