import { Card } from '@mantine/core'
import { NoRight } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'

/** A page that needs a permission which this person does not have. */
export const NoRightPage = ({ title, permission }: { title: string; permission: string }) => (
  <>
    <PageTitle>{title}</PageTitle>
    <Card>
      <NoRight permission={permission} />
    </Card>
  </>
)
