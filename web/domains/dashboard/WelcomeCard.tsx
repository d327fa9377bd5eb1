import { Button, Card, List, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { schoolEndpoints } from '#contract/schools.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths, publicFormAddress } from '#web/paths.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'

/** Links to the forms that are open now; nothing at all when they cannot be loaded. */
const OpenForms = () => {
  const { data: schools = [] } = useQuery(queryFor(schoolEndpoints.publicList, {}, { quiet: true }))
  const open = schools.filter((school) => school.registration_open)
  if (open.length === 0) return null
  return (
    <Card maw={600} mx="auto" mt="md">
      <Title order={2} mb="xs">
        Bewerbung um einen Schulplatz
      </Title>
      <Text mb="xs">Diese Schulen nehmen gerade Bewerbungen entgegen:</Text>
      <List>
        {open.map(({ short, name }) => (
          <List.Item key={short}>
            <a href={publicFormAddress(short)}>Bewerbungsformular: {name}</a>
          </List.Item>
        ))}
      </List>
    </Card>
  )
}

/** Spec §1: what a visitor sees. */
export const WelcomeCard = () => (
  <>
    <Card maw={600} mx="auto" mt="xl">
      <PageTitle>Willkommen</PageTitle>
      <Text>
        Schulhof vereinfacht die Anmeldung von Schülerinnen und Schülern und ihre Verwaltung: von der Bewerbung um einen
        Schulplatz bis in die Klasse.
      </Text>
      <div>
        <Button component={Link} to={paths.login} mt="lg" size="md">
          Zum Login
        </Button>
      </div>
    </Card>
    <OpenForms />
  </>
)
