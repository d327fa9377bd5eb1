import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { type SchoolPhones, SchoolPhonesWidget, useSchoolPhones } from '#web/domains/schools/SchoolPhonesWidget.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PublicPage } from '#web/ui/native/PublicPage.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import classes from './FamilyStatus.module.css'
import { FamilyStatusCard } from './FamilyStatusCard.tsx'
import { useFamilyStatus } from './use-family-status.ts'

/** The key of a status link in a path below `/app`; whatever stands there is asked for: the server alone says what works. */
export const tokenAt = (path: string) => /^\/bewerbungsstatus\/([^/]+)\/?$/.exec(path)?.[1]

const TITLE = 'Stand Ihrer Bewerbung'

/** For every link that does not work, whatever the reason. */
const UnknownStatusCard = ({ title, phones }: { title: string; phones: SchoolPhones }) => (
  <>
    <NativeHeading>{title}</NativeHeading>
    <div role="alert">
      <NativeNotice tone="negative">
        <p>{FAMILY_STATUS_TEXTS.unknown}</p>
      </NativeNotice>
    </div>
    <p className={classes.text}>
      Öffnen Sie bitte den Link in der neuesten E-Mail der Schule. Er gilt bis 30 Tage nach der Entscheidung.
    </p>
    <p className={classes.text}>
      Hilft das nicht, rufen Sie bitte in der Schule an: Dort erfahren Sie den Stand und bekommen einen neuen Link.
    </p>
    <SchoolPhonesWidget schools={phones} />
  </>
)

/**
 * The page behind the link of the receipt mail: the progress of an application, and its withdrawal (domain §2.3, ADR
 * 0023).
 */
export const FamilyStatusPage = ({ token }: { token: string | undefined }) => {
  const { state, load, show, forget } = useFamilyStatus(token)
  const phones = useSchoolPhones(state.kind === 'unknown')
  const shown = state.kind === 'unknown' && !phones ? 'loading' : state.kind
  const status = state.kind === 'loaded' ? state.status : undefined
  // The title stays in the browser's history: no name of a child.
  usePageTitle(TITLE, status?.school.name)

  if (status && token) {
    return (
      <PublicPage school={status.school}>
        <FamilyStatusCard title={TITLE} token={token} status={status} onStatus={show} onDeadLink={forget} />
      </PublicPage>
    )
  }
  return (
    // Another page for the browser: the header grows with the school's name or goes, which would count as a shift.
    <PublicPage key={shown} school={shown === 'loading' ? undefined : null}>
      {shown === 'loading' && <p role="status">Daten werden geladen</p>}
      {state.kind === 'unknown' && phones && <UnknownStatusCard title={TITLE} phones={phones} />}
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
