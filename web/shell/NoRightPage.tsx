import { Card } from '@mantine/core'
import { PERMISSION_LABELS, type Permission } from '#contract/permissions.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { NoRight } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'

/** A page for which this person lacks the permission, or has it only with the second factor. */
export const NoRightPage = ({ title, permission }: { title: string; permission: Permission }) => {
  const lacksTwoFactor = useSignedIn()?.session.lacks_two_factor
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {lacksTwoFactor ? (
        <SecondFactorCard />
      ) : (
        <Card>
          <NoRight permission={`„${PERMISSION_LABELS[permission]}“`} />
        </Card>
      )}
    </>
  )
}
