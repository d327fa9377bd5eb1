import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { clockText } from '#contract/retentions/retentions.people.ts'
import { personRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { whenDue } from '#contract/retentions/retentions.rules.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { ClockCard } from './ClockCard.tsx'

interface EmployeeClockWidgetProps {
  id: number
  name: string
  /** Further buttons about the data of this person. */
  tools?: ReactNode
}

/** On the page of an employee: when the facts, the entry and a closed account are erased (domain §5.2). */
export const EmployeeClockWidget = ({ id, name, tools }: EmployeeClockWidgetProps) => {
  const navigate = useNavigate()
  const today = useToday()
  const { data } = useQuery(queryFor(personRetentionEndpoints.employee.get, { params: { id } }, { quiet: true }))
  if (!data) return null
  const { entries, hold, account_on } = data
  return (
    <ClockCard
      subject="employee"
      id={id}
      name={name}
      hold={hold}
      tools={tools}
      isHere={entries.length === 0}
      onErased={() => void navigate({ to: paths.employees })}
      more={() =>
        account_on && <p className="sh-flush">{`Das Benutzerkonto wird ${whenDue(account_on, today)} gelöscht.`}</p>
      }
    >
      <p className={entries.length > 0 ? 'sh-flush' : 'sh-quiet sh-flush'}>
        {clockText(entries, today) || 'Die Frist beginnt mit dem Abgang.'}
      </p>
    </ClockCard>
  )
}
