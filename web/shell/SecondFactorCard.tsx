import { Button, Card } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Instead of what needs the second factor: the way to it (security §0.10). What is missing stands over every page. */
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
