import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import { RestrictedBannerCard } from './RestrictedBannerCard.tsx'
import { RestrictionDialog } from './RestrictionDialog.tsx'
import type { RestrictProps } from './restrict-props.ts'

type Shown = RestrictProps | (RestrictedPerson & { name: string })

/** Everything about a restriction that a page loads on its own: the dialog when it is to be closed, else the banner. */
export const RestrictionCard = (shown: Shown) =>
  'onClose' in shown ? <RestrictionDialog {...shown} /> : <RestrictedBannerCard {...shown} />
