import { publicFailureText } from '#web/api/public-failure.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PublicPage } from '#web/ui/native/PublicPage.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { ParentsReportCard } from './ParentsReportCard.tsx'
import { ParentsUnknownCard } from './ParentsUnknownCard.tsx'
import { useChildren } from './use-children.ts'

const TITLE = 'Abwesenheit melden'

/**
 * The page behind a parents' link, for reporting an absence (domain §5.6, ux §3.17). `uuids`: the keys in the address.
 */
export const ParentsPage = ({ uuids }: { uuids: readonly string[] }) => {
  const { state, load, addByLink } = useChildren(uuids)
  const first = state.kind === 'loaded' ? state.loaded.children[0] : undefined
  usePageTitle(first ? undefined : TITLE)

  if (state.kind === 'loaded' && first) {
    return (
      <PublicPage school={first.school} {...(first.notice ? { notice: first.notice } : {})}>
        <ParentsReportCard loaded={state.loaded} reload={load} addByLink={addByLink} />
      </PublicPage>
    )
  }
  return (
    // Another page for the browser: the header grows with the school's name, which would count as a shift.
    <PublicPage key="waiting" school={state.kind === 'loading' ? undefined : null}>
      {state.kind === 'loading' && <p role="status">Daten werden geladen</p>}
      {state.kind === 'loaded' && <ParentsUnknownCard />}
      {state.kind === 'failed' && (
        <>
          <NativeHeading>{TITLE}</NativeHeading>
          <div role="alert">
            <NativeNotice tone="negative">{publicFailureText(state.failure)}</NativeNotice>
          </div>
          <NativeButton look="primary" onClick={load}>
            Noch einmal versuchen
          </NativeButton>
        </>
      )}
    </PublicPage>
  )
}
