import type { ComponentProps } from 'react'
import { useToday } from '#web/api/base-data.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'

type Crumbs = ComponentProps<typeof Breadcrumb>['crumbs']

interface PageHeadProps extends Omit<ComponentProps<typeof PageTitle>, 'breadcrumb'> {
  /** The way up from this page; a page that stands in the menu has none. */
  crumbs?: Crumbs | undefined
  /** What the page is called at the end of the way, if it is not its title. */
  current?: string
  /** On paper: how many of all rows are printed, and with which search and filters. */
  scope?: string | undefined
}

/** Head of a page that can be printed: the way up, title, actions, and on paper day and school. */
export const PageHead = ({ crumbs, current, scope, ...title }: PageHeadProps) => (
  <>
    <PageTitle {...title} breadcrumb={crumbs && <Breadcrumb crumbs={crumbs} current={current ?? title.children} />} />
    <PrintHead today={useToday()} scope={scope} />
  </>
)
