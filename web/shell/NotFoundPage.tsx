import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'

/** Spec §2: any path that is none of the pages, and a record that does not exist for this person. */
export const NotFoundPage = () => (
  <>
    <PageTitle>Seite nicht gefunden</PageTitle>
    <Text>
      <Link to={paths.home}>Zur Startseite</Link>
    </Text>
  </>
)
