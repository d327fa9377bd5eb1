import { Alert, Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { LOGIN_WAY_RULES, type LoginWayRule, type LoginWays } from '#contract/users/login-ways.ts'
import { type User, userEndpoints } from '#contract/users/users.ts'
import { useCall } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import {
  demandText,
  type LoginRules,
  lackingWay,
  lacksEmergency,
  namesOf,
  ownLackText,
  WAY_CHOICES,
} from './login-way-texts.ts'

type Refusals = Partial<Record<keyof LoginWays, string>>

interface ChoiceProps {
  rules: LoginRules
  users: readonly User[]
  schoolId: number
  draft: LoginWays
  refusals: Refusals
  onChange: (change: Partial<LoginWays>) => void
}

const WayField = ({ rules, draft, refusals, onChange }: Omit<ChoiceProps, 'users' | 'schoolId'>) => (
  <Radio.Group
    label="Wie man sich an dieser Schule anmelden darf"
    value={draft.ways}
    error={refusals.ways}
    onChange={(ways) => onChange({ ways: ways as LoginWayRule })}
  >
    <Stack gap="xs" my="xs">
      {LOGIN_WAY_RULES.map((ways) => {
        const isMissing = ways === 'provider' && rules.providers.length === 0
        const { label, description } = WAY_CHOICES[ways]
        return (
          <Radio
            key={ways}
            value={ways}
            label={label}
            description={isMissing ? 'Für diese Schule ist kein Anmeldedienst eingeschaltet.' : description}
            disabled={isMissing}
          />
        )
      })}
    </Stack>
  </Radio.Group>
)

const numberOf = (value: string) => (value === '' ? null : Number(value))

/** Asks for the service and for the account that can sign in when the service fails. */
const ProviderFields = ({ rules, users, draft, refusals, onChange }: Omit<ChoiceProps, 'schoolId'>) => (
  <Stack gap="sm" maw={420}>
    <NativeSelect
      label="Anmeldedienst"
      data={[
        { value: '', label: 'Bitte wählen' },
        ...rules.providers.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={String(draft.provider_id ?? '')}
      error={refusals.provider_id}
      onChange={(event) => onChange({ provider_id: numberOf(event.currentTarget.value) })}
    />
    <NativeSelect
      label="Notfallkonto"
      description="Meldet sich mit Passwort und zweitem Faktor an, wenn der Dienst ausfällt. Wählbar sind Admins und Schulleitungen, die Benutzer verwalten dürfen und die Zwei-Faktor-Anmeldung haben."
      data={[
        { value: '', label: 'Bitte wählen' },
        ...users
          .filter(({ usable_ways }) => usable_ways.emergency)
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={String(draft.emergency_user_id ?? '')}
      error={refusals.emergency_user_id}
      onChange={(event) => onChange({ emergency_user_id: numberOf(event.currentTarget.value) })}
    />
    {!users.some(({ usable_ways }) => usable_ways.emergency) && (
      <p className="sh-flush">
        Noch hat niemand von ihnen die Zwei-Faktor-Anmeldung.{' '}
        <Link to={paths.profile} hash="zwei-faktor">
          Richten Sie sie zuerst im Profil ein.
        </Link>
      </p>
    )}
  </Stack>
)

/** On choosing a demand that the own account does not meet, not only after the confirmation. */
const OwnLack = ({ rules, users, schoolId, draft, refusals }: Omit<ChoiceProps, 'onChange'>) => {
  const text = refusals.ways ? undefined : ownLackText(users, rules, { schoolId, draft })
  if (!text || draft.ways === rules.ways) return null
  return (
    <Alert color="yellow" c="var(--sh-ink)" role="status" icon={<TriangleAlert size={20} aria-hidden />}>
      {text}{' '}
      <Link to={paths.profile} hash={draft.ways === 'provider' ? 'anmeldedienste' : 'passkeys'}>
        Zum Profil
      </Link>
    </Alert>
  )
}

/** What is missing under the rules that apply now. */
const PresentState = ({
  rules,
  users,
  schoolId,
  draft,
}: Pick<ChoiceProps, 'rules' | 'users' | 'schoolId' | 'draft'>) => {
  const lacking = lackingWay(users, rules, schoolId)
  // While another choice is ticked, the list still belongs to what is stored.
  const which = draft.ways === rules.ways ? '' : `Zurzeit gilt „${WAY_CHOICES[rules.ways].label}“. `
  return (
    <>
      {lacksEmergency(users, rules) && (
        <Alert color="red" mb="sm" icon={<CircleAlert size={20} aria-hidden />}>
          Diese Schule hat kein Notfallkonto mehr. Fällt der Anmeldedienst aus, kommt niemand hinein. Bitte wählen Sie
          ein anderes.
        </Alert>
      )}
      {lacking.length > 0 && (
        <Alert color="yellow" c="var(--sh-ink)" mb="sm" icon={<TriangleAlert size={20} aria-hidden />}>
          {`${which}Noch nicht so anmelden ${lacking.length > 1 ? 'können' : 'kann'} sich: ${namesOf(lacking)}.`}
        </Alert>
      )}
    </>
  )
}

const askToDemand = ({ message, isHarmless, ways }: { message: string; isHarmless: boolean; ways: LoginWayRule }) =>
  confirmDialog({
    title: `Anmeldung: ${WAY_CHOICES[ways].label}`,
    message,
    accept: 'Verlangen',
    type: 'attention',
    prefers: isHarmless ? 'accept' : 'dismiss',
  })

interface FormProps {
  rules: LoginRules
  users: readonly User[]
  schoolId: number
}

const useLoginWays = ({ rules, users, schoolId }: FormProps) => {
  const { ways, provider_id, emergency_user_id } = rules
  const [draft, setDraft] = useState<LoginWays>({ ways, provider_id, emergency_user_id })
  const [refusals, setRefusals] = useState<Refusals>({})
  const { run, isRunning } = useCall(userEndpoints.setLoginWays, {
    invalidates: [userEndpoints.list, userEndpoints.tasks, accountEndpoints.basedata],
    onFieldErrors: (errors) =>
      setRefusals(Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, String(texts)]))),
  })
  const change = (part: Partial<LoginWays>) => {
    setRefusals({})
    // If there is only one service, it is chosen already.
    const only = part.ways === 'provider' && rules.providers.length === 1 ? rules.providers[0] : undefined
    setDraft({ ...draft, ...(only && draft.provider_id === null && { provider_id: only.id }), ...part })
  }
  const save = async () => {
    const isComplete = draft.ways !== 'provider' || (draft.provider_id !== null && draft.emergency_user_id !== null)
    // What the server would refuse needs no question before.
    const isQuestion = draft.ways !== 'all' && isComplete && !ownLackText(users, rules, { schoolId, draft })
    const message = demandText(users, rules, { schoolId, draft })
    const isHarmless = lackingWay(users, draft, schoolId).length === 0
    if (isQuestion && !(await askToDemand({ message, isHarmless, ways: draft.ways }))) return
    const reply = await run({ body: draft })
    if (reply) notify(reply.message)
  }
  return { draft, refusals, change, save, isRunning }
}

/** How people may sign in at the active school (ADR 0077). */
export const LoginWaysForm = (props: FormProps) => {
  const { draft, refusals, change, save, isRunning } = useLoginWays(props)
  const fields = { ...props, draft, refusals, onChange: change }
  return (
    <Stack gap="sm" mt="lg">
      <PresentState {...props} draft={draft} />
      <WayField {...fields} />
      <OwnLack {...fields} />
      {draft.ways === 'provider' && <ProviderFields {...fields} />}
      <Group justify="flex-end">
        <ActionButton isRunning={isRunning} onClick={() => void save()}>
          Übernehmen
        </ActionButton>
      </Group>
    </Stack>
  )
}
