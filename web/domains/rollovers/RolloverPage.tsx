import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { formatDate, formatDateTime } from '#contract/dates.ts'
import type { RolloverRow } from '#contract/rollovers/rollovers.state.ts'
import { mayRollOver, type SavedPlan } from '#contract/rollovers/rollovers.ts'
import { useSignedIn, useToday } from '#web/api/base-data.ts'
import { queryClient } from '#web/api/query-client.ts'
import { TableCard } from '#web/lists/TableCard.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { NoRightPage } from '#web/shell/NoRightPage.tsx'
import { notify } from '#web/shell/notify.tsx'
import { PageHead } from '#web/shell/PageHead.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { RolloverDonePage } from './RolloverDonePage.tsx'
import { RolloverWizardCard, stepOf } from './RolloverWizardCard.tsx'
import type { RolloverState } from './rollover-list-query.ts'
import { rolloverListQuery } from './rollover-list-query.ts'
import { storedPlanQuery } from './rollover-query.ts'
import { countsText } from './rollover-texts.ts'
import { useRollover } from './use-rollover.ts'

const TITLE = 'Schuljahreswechsel'

export const loadRollovers = () => queryClient.ensureQueryData(rolloverListQuery)

const RowState = ({ row: { undone_at, undone_by } }: { row: RolloverRow }) =>
  undone_at ? (
    <span className="sh-chips sh-gap-2 sh-rows-1">
      <StatusChip tone="neutral" icon="cross">
        zurückgenommen
      </StatusChip>
      <span>
        <time dateTime={undone_at}>{formatDateTime(undone_at)}</time>
        {undone_by && ` von ${undone_by}`}
      </span>
    </span>
  ) : (
    <StatusChip tone="positive" icon="check">
      durchgeführt
    </StatusChip>
  )

/** Year changes that were carried out, the newest first; each opens its report. */
const RolloverHistoryCard = ({ rollovers }: { rollovers: readonly RolloverRow[] }) => (
  <TableCard
    id="rollover-history"
    title="Bisherige Wechsel"
    columns={['Wechsel', 'Durchgeführt', 'Ergebnis', 'Stand']}
    rows={rollovers}
    emptyText="Noch kein Schuljahreswechsel."
  >
    {(row) => (
      <tr>
        <th scope="row">
          <Link to={paths.rollover} search={{ bericht: String(row.id) }}>
            {row.from_year} → {row.to_year}
          </Link>
        </th>
        <td data-label="Durchgeführt">
          <time dateTime={row.created_at}>{formatDateTime(row.created_at)}</time>
          {row.created_by && ` von ${row.created_by}`}
        </td>
        <td data-label="Ergebnis">{countsText(row.counts)}</td>
        <td data-label="Stand">
          <RowState row={row} />
        </td>
      </tr>
    )}
  </TableCard>
)

type Year = NonNullable<RolloverState['from_year']>

const yearText = ({ name, date_start, date_end }: Year) =>
  `${name} (${formatDate(date_start)} – ${formatDate(date_end)})`

const Missing = ({ title, text, action }: { title: string; text: string; action: ReactNode }) => (
  <Alert color="yellow" title={title}>
    <Text mb="sm">{text}</Text>
    {action}
  </Alert>
)

/** What has to be there first: an active year, and the one that follows it. */
const MissingYear = ({ state: { from_year } }: { state: RolloverState }) =>
  from_year ? (
    <Missing
      title={`Auf ${from_year.name} folgt noch kein Schuljahr.`}
      text="Legen Sie zuerst das neue Schuljahr an; danach geht es hier weiter."
      action={
        <Button renderRoot={(props) => <Link {...props} to={paths.schoolyears} search={{ neu: '1' }} />}>
          Neues Schuljahr anlegen
        </Button>
      }
    />
  ) : (
    <Missing
      title="Es gibt kein aktives Schuljahr."
      text="Ein Schuljahr wird an seinem ersten Tag aktiv, oder Sie machen es unter „Schuljahre“ dazu."
      action={
        <Button component={Link} to={paths.schoolyears}>
          Zu den Schuljahren
        </Button>
      }
    />
  )

/** Step 1 (domain §3.4): from which year into which, and what is still to be done. */
const RolloverYearsCard = ({ state, today }: { state: RolloverState; today: string }) => {
  const { from_year: from, to_year: to, pending, has_pupils } = state
  return (
    <TitledCard id="rollover-years" title="Von welchem Schuljahr in welches?" gap="xs">
      {from && to ? (
        <>
          <FactList
            facts={[
              { label: 'Bisheriges Schuljahr', value: yearText(from) },
              { label: 'Neues Schuljahr', value: yearText(to) },
              { label: 'Noch ohne Platz im neuen Schuljahr', value: childrenText(pending) },
            ]}
          />
          {!has_pupils && (
            <Alert color="yellow" mt="md" title="Es gibt noch keine Kinder">
              <Text mb="sm">Im Schuljahr {from.name} ist niemand einer Klasse zugeordnet.</Text>
              <Button component={Link} to={paths.pupilImport} variant="default">
                Schülerinnen und Schüler importieren
              </Button>
            </Alert>
          )}
          {has_pupils && pending === 0 && (
            <Alert color="green" mt="md">
              Alle Kinder haben einen Platz im neuen Schuljahr oder gehen ab. Es ist nichts mehr zu tun.
            </Alert>
          )}
          {pending > 0 && to.date_start <= today && (
            <Alert color="yellow" mt="md">
              Das Schuljahr {to.name} hat schon begonnen. Die Kinder gehören seit dem {formatDate(to.date_start)} zu
              keiner Klasse, bis der Wechsel durchgeführt ist.
            </Alert>
          )}
          <Text mt="md">
            Nichts wird geändert, bevor Sie am Ende den Wechsel durchführen. Bis zum {formatDate(from.date_end)} bleiben
            alle in ihren jetzigen Klassen; die neuen gelten ab dem {formatDate(to.date_start)}.
          </Text>
        </>
      ) : (
        <MissingYear state={state} />
      )}
    </TitledCard>
  )
}

interface WizardProps {
  state: RolloverState
  onDone: Parameters<typeof useRollover>[0]['onDone']
}

const Steps = ({ state, step, kept, onDone }: WizardProps & { step: number; kept: SavedPlan | null }) => {
  const { from_year: from, to_year: to, pending } = state
  const today = useToday()
  const years = { from_year_id: from?.id ?? 0, to_year_id: to?.id ?? 0 }
  const rollover = useRollover({ years, kept, isRehearsing: step > 1, onDone })
  return (
    <RolloverWizardCard
      step={step}
      rollover={rollover}
      years={<RolloverYearsCard state={state} today={today} />}
      mayGoOn={from !== null && to !== null && pending > 0}
    />
  )
}

const Wizard = ({ state, onDone }: WizardProps) => {
  const { from_year: from, to_year: to, pending, rollovers } = state
  const urlQuery = useUrlSearch()
  const areThere = from !== null && to !== null
  const step = areThere ? stepOf(urlQuery.get('schritt')) : 1
  const mayPlan = areThere && pending > 0
  const plan = useQuery({ ...storedPlanQuery(to?.id ?? 0), enabled: mayPlan })
  const kept = mayPlan ? plan.data?.kept : null
  return (
    <>
      <PageHead
        documentTitle={step === 1 ? TITLE : `${TITLE}, Schritt ${step}`}
        crumbs={[{ text: 'Schuljahre', to: paths.schoolyears }]}
      >
        {TITLE}
      </PageHead>
      <Stack gap="xl">
        {kept === undefined && plan.isError && <NotLoaded onRetry={() => void plan.refetch()} />}
        {kept === undefined && !plan.isError && <LoadingText />}
        {kept !== undefined && <Steps state={state} step={step} kept={kept} onDone={onDone} />}
        {step === 1 && rollovers.length > 0 && <RolloverHistoryCard rollovers={rollovers} />}
      </Stack>
    </>
  )
}

/** Domain §3.4: the year change in four steps, and the reports of those that were carried out. */
export const RolloverPage = () => {
  const permissions = useSignedIn()?.permissions ?? []
  const { data: state } = useQuery(rolloverListQuery)
  const navigate = useNavigate()
  const search = useUrlSearch()
  const report = search.get('bericht')
  const [message, setMessage] = useState<{ id: number; text: string }>()
  if (!mayRollOver(permissions)) return <NoRightPage title={TITLE} permission="manage pupil" />
  const id = Number(report)
  if (report !== undefined && Number.isInteger(id)) {
    const text = message?.id === id ? message.text : undefined
    return <RolloverDonePage key={id} id={id} message={text} list={search.get('liste')} />
  }
  if (!state) return null
  return (
    <Wizard
      // Another pair of years is another plan.
      key={`${state.from_year?.id} ${state.to_year?.id}`}
      state={state}
      onDone={({ id: made, message: text }) => {
        if (made === null) {
          notify(text)
          void navigate({ to: paths.rollover })
          return
        }
        setMessage({ id: made, text })
        void navigate({ to: paths.rollover, search: { bericht: String(made) } })
      }}
    />
  )
}
