import { Alert, Card, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { type User, userEndpoints } from '#contract/users/users.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { LoginWaysForm } from './LoginWaysForm.tsx'
import { type LoginRules, namesOf } from './login-way-texts.ts'

/** Heads and admins of a school without a second factor: where it is asked for they reach Start and Profil alone. */
export const losingAccess = (users: readonly User[], schoolId: number | undefined) =>
  users.filter(
    ({ isAdmin, isSchoolAdmin, has_two_factor, schools }) =>
      (isAdmin || isSchoolAdmin) && !has_two_factor && schools.some(({ id }) => id === schoolId),
  )

/** What demanding it does to them, before it is done. */
export const lockedOutText = (users: readonly User[]) => {
  if (users.length === 0) return 'Alle Schulleitungen und Admins dieser Schule haben sie schon eingerichtet.'
  const many = users.length > 1
  const who = many ? `${users.length} Konten haben` : '1 Konto hat'
  return `${who} noch keinen zweiten Faktor: ${namesOf(users)}. Bis er eingerichtet ist, ${many ? 'verlieren sie' : 'verliert es'} an dieser Schule den Zugriff auf alles außer Start und Profil.`
}

/** Before the rule is on: who has nothing to do here until a second factor is set up. */
const askToDemand = (users: readonly User[]) =>
  confirmDialog({
    title: 'Zwei-Faktor-Anmeldung verlangen',
    message: lockedOutText(users),
    accept: 'Verlangen',
    type: 'attention',
    prefers: users.length > 0 ? 'dismiss' : 'accept',
  })

const Refusal = ({ text }: { text: string }) => (
  <Alert color="red" role="alert" mt="sm" icon={<CircleAlert size={20} aria-hidden />}>
    {text}{' '}
    <Link to={paths.profile} hash="zwei-faktor">
      Zu Ihrem Profil
    </Link>
  </Alert>
)

/** What the active school demands at the login: a second factor of its heads (security §0.10), ways of everybody. */
export const LoginRulesCard = ({ rules, users }: { rules: LoginRules; users: readonly User[] }) => {
  const schoolId = useSignedIn()?.school?.id
  const [refusal, setRefusal] = useState<string>()
  const { run, isRunning } = useCall(userEndpoints.setLoginRules, {
    invalidates: [userEndpoints.list],
    onFieldErrors: (errors) => setRefusal(Object.values(errors)[0]),
  })
  // Whoever has none is refused: nothing to ask.
  const mayDemand = users.some(({ is_self, has_two_factor }) => is_self && has_two_factor)
  const set = async (isWanted: boolean) => {
    setRefusal(undefined)
    if (isWanted && mayDemand && !(await askToDemand(losingAccess(users, schoolId)))) return
    const reply = await run({ body: { two_factor_for_heads: isWanted } })
    if (reply) notify(reply.message)
  }
  return (
    <Card component="section" aria-label="Regeln für die Anmeldung" maw={720}>
      <Switch
        label="Zwei-Faktor-Anmeldung für Schulleitungen verlangen"
        description="Wer die Rolle Schulleitung oder Admin hat, gibt beim Anmelden zusätzlich einen Code aus einer App ein oder verwendet einen Passkey. Ohne beides sind an dieser Schule nur Start und Profil erreichbar."
        checked={rules.two_factor_for_heads}
        aria-busy={isRunning}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
      {refusal && <Refusal text={refusal} />}
      {schoolId !== undefined && (
        <LoginWaysForm
          // After it was saved the form begins with what is stored.
          key={`${rules.ways} ${rules.provider_id} ${rules.emergency_user_id}`}
          {...{ rules, users, schoolId }}
        />
      )}
    </Card>
  )
}
