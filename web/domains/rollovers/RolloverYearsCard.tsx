import { Alert, Button, Card, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { childrenText } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import type { rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import type { Reply } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { FactList } from '#web/ui/FactList.tsx'

export type RolloverState = Reply<typeof rolloverEndpoints.list>
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
export const RolloverYearsCard = ({ state, today }: { state: RolloverState; today: string }) => {
  const { from_year: from, to_year: to, pending } = state
  return (
    <Card component="section" aria-labelledby="rollover-years">
      <Title order={2} id="rollover-years" mb="xs">
        Von welchem Schuljahr in welches?
      </Title>
      {from && to ? (
        <>
          <FactList
            facts={[
              { label: 'Bisheriges Schuljahr', value: yearText(from) },
              { label: 'Neues Schuljahr', value: yearText(to) },
              { label: 'Noch ohne Platz im neuen Schuljahr', value: childrenText(pending) },
            ]}
          />
          {pending === 0 && (
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
          <Text mt="md" maw="70ch">
            Nichts wird geändert, bevor Sie am Ende den Wechsel durchführen. Bis zum {formatDate(from.date_end)} bleiben
            alle in ihren jetzigen Klassen; die neuen gelten ab dem {formatDate(to.date_start)}.
          </Text>
        </>
      ) : (
        <MissingYear state={state} />
      )}
    </Card>
  )
}
