import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { retentionText } from '#contract/retentions/retentions.rules.ts'
import { type RegistrationRetention, retentionEndpoints } from '#contract/retentions/retentions.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { endHold } from './end-hold.ts'
import { HoldDialog } from './HoldDialog.tsx'

const StandLines = ({ entries, hold }: RegistrationRetention) => {
  if (hold)
    return (
      <div>
        <p className="sh-flush">{`Löschung ausgesetzt bis ${formatDate(hold.until)}.`}</p>
        <p className="sh-quiet sh-breaks sh-flush">{hold.by ? `${hold.reason} (${hold.by})` : hold.reason}</p>
      </div>
    )
  return entries.map((entry) => (
    <p key={entry.reason} className="sh-flush">
      {retentionText(entry)}
    </p>
  ))
}

/** On an application's page: when it goes and why, and the way to keep it (domain §5.2). Nothing while no period runs. */
export const RetentionWidget = ({ registrationId, name }: { registrationId: number; name: string }) => {
  const { data } = useQuery(queryFor(retentionEndpoints.get, { params: { registrationId } }, { quiet: true }))
  const [isHolding, setHolding] = useState(false)
  if (!data || (data.entries.length === 0 && !data.hold)) return null
  const { hold } = data
  return (
    <TitledCard id="retention" title="Aufbewahrung" gap="xs">
      <Stack gap="sm">
        <StandLines {...data} />
        <Group gap="xs" className="sh-screen-only">
          <Button variant="default" size="compact-md" onClick={() => setHolding(true)}>
            {hold ? 'Aussetzung ändern' : 'Löschung aussetzen'}
          </Button>
          {hold && (
            <Button
              variant="default"
              size="compact-md"
              onClick={() => void endHold({ id: registrationId, name, hold })}
            >
              Aussetzung beenden
            </Button>
          )}
          <Link to={paths.retentionPreview}>Löschvorschau</Link>
        </Group>
      </Stack>
      {isHolding && <HoldDialog child={{ id: registrationId, name, hold }} onGone={() => setHolding(false)} />}
    </TitledCard>
  )
}
