import { Alert, Button, NativeSelect, TextInput } from '@mantine/core'
import { CircleAlert, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { identityProviderEndpoints, type Provider } from '#contract/identityproviders/identityproviders.ts'
import { ProviderRule, RULE_ROLES } from '#contract/identityproviders/provider.record.ts'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { useCall } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { type SchoolChoices, schoolNames } from './provider-queries.ts'

type Role = ProviderRule['role']
const ROLE_CHOICES = RULE_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))

interface RulesProps {
  provider: Provider
  schools: SchoolChoices
}

/** Stores the rules. They are stored together, so each change sends the whole list. */
const useRules = ({ id, version }: Provider) => {
  const [error, setError] = useState<string>()
  const { run, isRunning } = useCall(identityProviderEndpoints.change, {
    invalidates: [identityProviderEndpoints.list],
    onFieldErrors: (errors) => setError(Object.values(errors)[0]),
  })
  const save = async (rules: ProviderRule[]) => {
    setError(undefined)
    const reply = await run({ params: { id }, body: { rules, version } })
    if (reply) notify(reply.message)
    return reply !== undefined
  }
  return { save, isRunning, error, setError }
}

const isSame = (a: ProviderRule, b: ProviderRule) =>
  a.group_name === b.group_name && a.school_id === b.school_id && a.role === b.role

const NewRuleForm = ({ provider, schools }: RulesProps) => {
  const { save, isRunning, error, setError } = useRules(provider)
  const [group, setGroup] = useState('')
  const [school, setSchool] = useState(String(provider.school_ids[0]))
  const [role, setRole] = useState<Role>('teacher_level_1')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const rule = ProviderRule.safeParse({ group_name: group, school_id: Number(school), role })
    if (!rule.success) return setError('Bitte geben Sie die Gruppe an.')
    if (provider.rules.some((one) => isSame(one, rule.data))) return setError('Diese Regel gibt es schon.')
    if (await save([...provider.rules, rule.data])) setGroup('')
  }
  return (
    <form
      aria-label="Regel hinzufügen"
      onSubmit={(event) => void submit(event)}
      className="sh-column sh-gap-3"
      noValidate
    >
      <TextInput
        label="Gruppe"
        description="So, wie der Dienst sie nennt."
        value={group}
        maxLength={200}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setGroup(event.currentTarget.value)}
      />
      {provider.school_ids.length > 1 && (
        <NativeSelect
          label="Schule"
          data={schools.filter(({ value }) => provider.school_ids.includes(Number(value)))}
          value={school}
          onChange={(event) => setSchool(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label="Rolle"
        data={ROLE_CHOICES}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      />
      <div>
        <ActionButton
          type="submit"
          variant="default"
          leftSection={<Plus size={20} aria-hidden />}
          isRunning={isRunning}
        >
          Regel hinzufügen
        </ActionButton>
      </div>
    </form>
  )
}

/** Lists the groups of the service whose members get an account at their first sign-in. */
export const ProviderRulesCard = ({ provider, schools }: RulesProps) => {
  const { save, error } = useRules(provider)
  const { rules } = provider
  return (
    <div className="sh-column sh-gap-3">
      <p className="sh-flush sh-measure">
        Wer beim Dienst in einer dieser Gruppen ist und hier noch kein Konto hat, bekommt es mit der ersten Anmeldung.
        Höhere Rollen vergeben Sie selbst. Wenn Sie eine Regel entfernen, sind die Konten gesperrt, die nur durch sie
        entstanden sind.
      </p>
      {error && (
        <Alert color="red" role="alert" icon={<CircleAlert size={20} aria-hidden />}>
          {error}
        </Alert>
      )}
      {rules.length > 0 && (
        <ul className="sh-plain-list" aria-label="Regeln">
          {rules.map((rule) => (
            <li
              key={`${rule.group_name} ${rule.school_id} ${rule.role}`}
              className="sh-row sh-padded-2 sh-spread sh-gap-3 sh-rows-1 sh-rule-below"
            >
              <span className="sh-breaks">
                {`${rule.group_name}: ${ROLE_LABELS[rule.role]}, ${schoolNames(schools, [rule.school_id]).join()}`}
              </span>
              <Button
                variant="default"
                aria-label={`Regel entfernen: ${rule.group_name}`}
                onClick={() => void save(rules.filter((one) => one !== rule))}
              >
                Entfernen
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewRuleForm provider={provider} schools={schools} />
    </div>
  )
}
