import { publicFailureText } from '#web/api/public-failure.ts'
import { useSchoolPhones } from '#web/domains/schools/SchoolPhonesWidget.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PublicPage } from '#web/ui/native/PublicPage.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { ParentsReportCard } from './ParentsReportCard.tsx'
import { ParentsUnknownCard } from './ParentsUnknownCard.tsx'
import { useChildren } from './use-children.ts'

const TITLE = 'Abwesenheit melden'

const FailedCard = ({ failure, onAgain }: { failure: unknown; onAgain: () => void }) => (
  <>
    <NativeHeading>{TITLE}</NativeHeading>
    <div role="alert">
      <NativeNotice tone="negative">{publicFailureText(failure)}</NativeNotice>
    </div>
    <NativeButton look="primary" onClick={onAgain}>
      Noch einmal versuchen
    </NativeButton>
  </>
)

/** While the school's phones are asked for, a dead link still loads. */
const useShownState = (state: ReturnType<typeof useChildren>['state'], hasChildren: boolean) => {
  const phones = useSchoolPhones(state.kind === 'loaded' && !hasChildren)
  return { phones: phones ?? [], shown: state.kind === 'loaded' && !phones ? 'loading' : state.kind }
}

/**
 * The page behind a parents' link, for reporting an absence (domain §5.6, ux §3.17). `uuids`: the keys in the address.
 */
export const ParentsPage = ({ uuids, hasLink = true }: { uuids: readonly string[]; hasLink?: boolean }) => {
  const { state, load, addByLink } = useChildren(uuids)
  const first = state.kind === 'loaded' ? state.loaded.children[0] : undefined
  const { phones, shown } = useShownState(state, first !== undefined)
  usePageTitle(first ? undefined : TITLE)

  if (state.kind === 'loaded' && first) {
    return (
      <PublicPage school={first.school} {...(first.notice ? { notice: first.notice } : {})}>
        <ParentsReportCard loaded={state.loaded} reload={load} addByLink={addByLink} />
      </PublicPage>
    )
  }
  return (
    // Another page for the browser: the header grows with the school's name or goes, which would count as a shift.
    <PublicPage key={shown} school={shown === 'loading' ? undefined : null}>
      {shown === 'loading' && <p role="status">Daten werden geladen</p>}
      {shown === 'loaded' && <ParentsUnknownCard phones={phones} hasLink={hasLink} />}
      {state.kind === 'failed' && <FailedCard failure={state.failure} onAgain={load} />}
    </PublicPage>
  )
}
