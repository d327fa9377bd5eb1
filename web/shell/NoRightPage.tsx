import { Card } from '@mantine/core'
import { PERMISSION_LABELS, type Permission } from '#contract/permissions.ts'
import { NoRight } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'

/** A page that needs a permission which this person does not have. */
export const NoRightPage = ({ title, permission }: { title: string; permission: Permission }) => (
  <>
    <PageTitle>{title}</PageTitle>
    <Card>
      <NoRight permission={`„${PERMISSION_LABELS[permission]}“ (${permission})`} />
    </Card>
  </>
)
