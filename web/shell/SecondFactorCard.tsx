import { Button, Card } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/**
 * Replaces a page that needs the second factor and leads to its set-up (security §0.10). A notice on every page says
 * what is missing.
 */
export const SecondFactorCard = () => (
  <Card maw={600}>
    <EmptyState
      title="Noch ein Schritt, dann können Sie loslegen."
      text="Richten Sie in Ihrem Profil die Zwei-Faktor-Anmeldung ein. Das dauert etwa zwei Minuten."
      action={
        <Button component={Link} to={paths.profile} hash="zwei-faktor">
          Zum Profil
        </Button>
      }
    />
  </Card>
)
