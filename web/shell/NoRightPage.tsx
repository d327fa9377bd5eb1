import { Button, Card } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PERMISSION_LABELS, type Permission } from '#contract/permissions.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NoRight } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'

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

/** A page for which this person lacks the permission, or has it only with the second factor. */
export const NoRightPage = ({ title, permission }: { title: string; permission: Permission }) => {
  const { session, user } = useSignedIn() ?? {}
  const lacksTwoFactor = session?.lacks_two_factor
  const isHead = user?.role === 'schooladmin'
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {lacksTwoFactor ? (
        <SecondFactorCard />
      ) : (
        <Card>
          <NoRight
            permission={`„${PERMISSION_LABELS[permission]}“`}
            // What belongs to the installation no head can give, not even to herself.
            {...((permission === 'debug view' || isHead) && { whom: 'die Administration' })}
            action={
              <Button component={Link} to={paths.home} variant="default">
                Zur Startseite
              </Button>
            }
          />
        </Card>
      )}
    </>
  )
}
