import { Button, Card, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { listName } from '#contract/person-names.ts'
import type { RolloverReport, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import type { Reply } from '#web/api/client.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import classes from './rollovers.module.css'

/** The way up from a report and its lists. */
export const ROLLOVER_CRUMBS = [{ text: 'Schuljahreswechsel', to: paths.rollover }]

type Facts = Pick<Reply<typeof rolloverEndpoints.get>, 'report' | 'school_type' | 'undone_at'>
type Leaver = Facts['report']['pupils'][number]

export interface LeaverList {
  /** In the address. */
  key: 'uebergang' | 'abgaenge'
  title: string
  pupils: Leaver[]
}

const isGraduate = ({ proposed, exit_reason }: Leaver) => proposed === 'leave' && exit_reason === 'graduated'

/**
 * Who goes, to print (domain §3.4): who has finished a primary school goes on in the grade after its last one, „Übergang 7“;
 * everybody else is an Abgang. Lists nobody stands in are missing.
 */
export const leaverLists = ({ report, school_type, undone_at }: Facts): LeaverList[] => {
  const leavers = undone_at ? [] : report.pupils.filter(({ decision }) => decision === 'leave')
  const graduates = school_type === 'primary' ? leavers.filter(isGraduate) : []
  const next = Math.max(...graduates.map(({ from_grade }) => from_grade ?? 0)) + 1
  const lists: LeaverList[] = [
    { key: 'uebergang', title: `Übergang ${next}`, pupils: graduates },
    { key: 'abgaenge', title: 'Abgänge', pupils: leavers.filter((one) => !graduates.includes(one)) },
  ]
  return lists.filter(({ pupils }) => pupils.length > 0)
}

const COLUMNS: PlainColumn<Leaver>[] = [
  { title: 'Name', isName: true, cell: listName },
  { title: 'Klasse', cellProps: () => ({ className: 'sh-one-line' }), cell: ({ from_class }) => from_class ?? '–' },
  // Room to write by hand on paper.
  { title: 'Neue Schule', className: classes.wide, cell: ({ next_school }) => next_school },
]

interface LeaversProps {
  id: number
  year: RolloverReport['from_year']
  /** Undefined when nobody stands in it. */
  list: LeaverList | undefined
}

/** Who leaves with a year change, to print (domain §3.4: „Übergang 7“). */
export const RolloverLeaversPage = ({ id, year, list }: LeaversProps) => {
  const title = list?.title ?? 'Abgänge'
  const report = { to: paths.rollover, search: { bericht: String(id) } }
  return (
    <>
      <PageHead
        crumbs={ROLLOVER_CRUMBS}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link {...props} {...report} />}>
              Zurück zum Bericht
            </Button>
            {list && (
              <IconButton icon={Printer} onClick={() => window.print()} variant="filled">
                Drucken
              </IconButton>
            )}
          </>
        }
      >
        {title}
      </PageHead>
      <Card>
        {list ? (
          <>
            <Text mb="sm">
              Schuljahr {year.name}, zum {formatDate(year.date_end)}
            </Text>
            <PlainTable
              caption={title}
              columns={COLUMNS}
              rows={list.pupils}
              rowKey={({ pupil_id }) => pupil_id}
              isStacked
            />
          </>
        ) : (
          <EmptyState title="In dieser Liste steht niemand." />
        )}
      </Card>
    </>
  )
}
