import { Button, Card } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PERMISSION_LABELS, type Permission } from '#contract/permissions.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { NoRight } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'

/** A page for which this person lacks the permission. */
export const NoRightPage = ({ title, permission }: { title: string; permission: Permission }) => {
  const isHead = useSignedIn()?.user.role === 'schooladmin'
  return (
    <>
      <PageTitle>{title}</PageTitle>
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
    </>
  )
}
