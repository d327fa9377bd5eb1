import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { retentionText } from '#contract/retentions/retentions.rules.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { ClockCard } from './ClockCard.tsx'

interface RetentionWidgetProps {
  registrationId: number
  name: string
  /** Further buttons about the data of this person. */
  tools?: ReactNode
}

/** On an application's page: when it is erased and why, and how to keep it (domain §5.2). */
export const RetentionWidget = ({ registrationId, name, tools }: RetentionWidgetProps) => {
  const navigate = useNavigate()
  const today = useToday()
  const { data } = useQuery(queryFor(retentionEndpoints.get, { params: { registrationId } }, { quiet: true }))
  if (!data) return tools
  return (
    <ClockCard
      subject="registration"
      id={registrationId}
      name={name}
      hold={data.hold}
      tools={tools}
      onErased={() => void navigate({ to: paths.registrations })}
    >
      {data.entries.length === 0 && (
        <p className="sh-quiet sh-flush">Es läuft keine Frist: Über die Bewerbung ist noch nicht entschieden.</p>
      )}
      {data.entries.map((entry) => (
        <p key={entry.reason} className="sh-flush">
          {retentionText(entry, today)}
        </p>
      ))}
    </ClockCard>
  )
}
