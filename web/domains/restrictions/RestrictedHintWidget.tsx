import { lazy, Suspense } from 'react'
import { useMay } from '#web/api/base-data.ts'

const RestrictedHintCard = lazy(() =>
  import('./RestrictedHintCard.tsx').then((module) => ({ default: module.RestrictedHintCard })),
)

/** Above a list: a head's search fits people whom no list shows (domain DP-08). Nobody else learns that there are any. */
export const RestrictedHintWidget = ({ search }: { search: string }) =>
  useMay()('view pupil sensitive') &&
  search.length > 1 && (
    <Suspense fallback={null}>
      <RestrictedHintCard q={search} />
    </Suspense>
  )
