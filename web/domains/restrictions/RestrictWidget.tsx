import { lazy, type ReactNode, Suspense } from 'react'
import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import type { RestrictProps } from './restrict-props.ts'

const RestrictionCard = lazy(() =>
  import('./RestrictionCard.tsx').then((module) => ({ default: module.RestrictionCard })),
)

/**
 * Asks for the reason and restricts the processing of a person, or ends that (Art. 18 GDPR); loaded when it is opened.
 */
export const RestrictWidget = (props: RestrictProps) => (
  <Suspense fallback={null}>
    <RestrictionCard {...props} />
  </Suspense>
)

interface RestrictedWidgetProps extends RestrictedPerson {
  name: string
  /** The server says that the person is restricted, so nothing on the page can be changed. */
  isRestricted: boolean | undefined
  children: ReactNode
}

/** Wraps the parts of a person's page. For a restricted person they can only be read, below a banner (domain DP-08). */
export const RestrictedWidget = ({ isRestricted, children, ...person }: RestrictedWidgetProps) =>
  isRestricted ? (
    <>
      <Suspense fallback={null}>
        <RestrictionCard {...person} />
      </Suspense>
      <fieldset disabled className="sh-fieldset">
        {children}
      </fieldset>
    </>
  ) : (
    children
  )
