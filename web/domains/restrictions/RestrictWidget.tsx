import { lazy, type ReactNode, Suspense } from 'react'
import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import type { RestrictProps } from './restrict-props.ts'

const RestrictionCard = lazy(() =>
  import('./RestrictionCard.tsx').then((module) => ({ default: module.RestrictionCard })),
)

/** Asks for the reason and restricts the processing of a person, or ends that (Art. 18 GDPR); loaded when it is opened. */
export const RestrictWidget = (props: RestrictProps) => (
  <Suspense fallback={null}>
    <RestrictionCard {...props} />
  </Suspense>
)

interface RestrictedWidgetProps extends RestrictedPerson {
  name: string
  /** The server said that the person is restricted: then nothing on the page can be changed. */
  isRestricted: boolean | undefined
  children: ReactNode
}

/** Around the parts of a person's page: of a restricted one they are only read, below a banner (domain DP-08). */
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
