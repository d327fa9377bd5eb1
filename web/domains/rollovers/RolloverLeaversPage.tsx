import { Button, Card, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import { useToday } from '#web/api/base-data.ts'
import table from '#web/lists/plain-table.module.css'
import { paths } from '#web/paths.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import type { LeaverList } from './leaver-lists.ts'
import classes from './rollovers.module.css'

const LeaverRows = ({ title, pupils }: LeaverList) => (
  <table className={`${table.table} ${table.stacked}`}>
    <caption className="sh-visually-hidden">{title}</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Klasse</th>
        <th scope="col" className={classes.wide}>
          Neue Schule
        </th>
      </tr>
    </thead>
    <tbody>
      {pupils.map((pupil) => (
        <tr key={pupil.pupil_id}>
          <th scope="row">{listName(pupil)}</th>
          <td data-label="Klasse" className={classes.whole}>
            {pupil.from_class ?? '–'}
          </td>
          {/* Room to write by hand on paper. */}
          <td data-label="Neue Schule">{pupil.next_school}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

interface PageProps {
  id: number
  year: RolloverReport['from_year']
  /** Undefined when nobody stands in it. */
  list: LeaverList | undefined
}

/** Who leaves with a year change, to print (domain §3.4: „Übergang 7“). */
export const RolloverLeaversPage = ({ id, year, list }: PageProps) => {
  const today = useToday()
  const title = list?.title ?? 'Abgänge'
  const report = { to: paths.rollover, search: { bericht: String(id) } }
  return (
    <>
      <PageTitle
        breadcrumb={
          <Breadcrumb
            crumbs={[
              { text: 'Start', to: paths.home },
              { text: 'Schuljahreswechsel', to: paths.rollover },
            ]}
            current={title}
          />
        }
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link {...props} {...report} />}>
              Zurück zum Bericht
            </Button>
            {list && (
              <Button leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
                Drucken
              </Button>
            )}
          </>
        }
      >
        {title}
      </PageTitle>
      <PrintHead today={today} />
      <Card>
        {list ? (
          <>
            <Text mb="sm">
              Schuljahr {year.name}, zum {formatDate(year.date_end)}
            </Text>
            <LeaverRows {...list} />
          </>
        ) : (
          <EmptyState title="In dieser Liste steht niemand." />
        )}
      </Card>
    </>
  )
}
