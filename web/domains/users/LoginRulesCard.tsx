import { Card, Switch } from '@mantine/core'
import { useState } from 'react'
import { userEndpoints } from '#contract/users.ts'
import { useCall } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'

/** What the active school asks of its heads at the login (security §0.10). */
export const LoginRulesCard = ({ isOn }: { isOn: boolean }) => {
  const [refusal, setRefusal] = useState<string>()
  const { run, isRunning } = useCall(userEndpoints.setLoginRules, {
    invalidates: [userEndpoints.list],
    onFieldErrors: (errors) => setRefusal(Object.values(errors)[0]),
  })
  const set = async (isWanted: boolean) => {
    setRefusal(undefined)
    const reply = await run({ body: { two_factor_for_heads: isWanted } })
    if (reply) await notify(reply.message)
  }
  return (
    <Card component="section" aria-label="Regeln für die Anmeldung" maw={720}>
      <Switch
        label="Zwei-Faktor-Anmeldung für Schulleitungen verlangen"
        description="Wer die Rolle Schulleitung oder Admin hat, gibt beim Anmelden zusätzlich einen Code aus einer App ein. Ohne eingerichtete App sind an dieser Schule nur Start und Profil erreichbar."
        checked={isOn}
        aria-busy={isRunning}
        error={refusal}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
    </Card>
  )
}
