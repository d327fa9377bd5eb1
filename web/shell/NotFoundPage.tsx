import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { openFrameDialog } from './frame-dialogs.ts'

/** Spec §2: for any unknown path, and for a record that does not exist for this person. */
export const NotFoundPage = () => {
  const isSignedIn = useSignedIn() !== undefined
  return (
    <>
      <PageTitle>Seite nicht gefunden</PageTitle>
      <Text>Diese Adresse gibt es nicht, oder sie ist für Sie nicht bestimmt.</Text>
      <Group mt="lg">
        <Link to={paths.home}>Zur Startseite</Link>
        {isSignedIn && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => openFrameDialog('palette')}>
            Seite suchen
          </Button>
        )}
      </Group>
    </>
  )
}
