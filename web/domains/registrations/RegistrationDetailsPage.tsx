import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ENTRY_TYPE_LABELS } from '#contract/registrations.child-fields.ts'
import { type RegistrationDetails, registrationEndpoints } from '#contract/registrations.ts'
import { useToday } from '#web/api/base-data.ts'
import { ApiFailure } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import type { PageProps } from '#web/shell/page-route.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { NeighbourLinks } from '#web/ui/NeighbourLinks.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { childName } from './child-name.ts'
import { RegistrationActionsCard } from './RegistrationActionsCard.tsx'
import { RegistrationAnswersCard } from './RegistrationAnswersCard.tsx'
import classes from './RegistrationDetailsPage.module.css'
import { RegistrationHintsCard } from './RegistrationHintsCard.tsx'
import { RegistrationNoteForm } from './RegistrationNoteForm.tsx'
import { RegistrationTimelineCard } from './RegistrationTimelineCard.tsx'
import { removeRegistration } from './remove-registration.ts'
import { STATUS_ORDER, switchStatus } from './switch-status.ts'
import { TransformDialog } from './TransformDialog.tsx'
import { useNeighbours } from './use-neighbours.ts'

const SOON_SECONDS = 2
const LATEST_SECONDS = 30

const hasWaitingMail = (details: RegistrationDetails | undefined) =>
  details?.contacts.some(({ mails }) => mails.some(({ state }) => state === 'queued')) ?? false

const detailsQuery = (id: string) => ({
  ...queryFor(registrationEndpoints.get, { params: { id: Number(id) } }, { quiet: true }),
  // A mail leaves within seconds, or it takes long: asked soon, then less and less often.
  refetchInterval: ({ state }: { state: { data: RegistrationDetails | undefined; dataUpdateCount: number } }) =>
    hasWaitingMail(state.data) && Math.min(SOON_SECONDS + state.dataUpdateCount, LATEST_SECONDS) * 1000,
})

/** Awaited by the router: what is no number is as unknown as a number nobody has. */
export const loadRegistration = async ({ params: { id = '' } }: PageProps) => {
  if (!/^\d{1,15}$/.test(id)) throw new ApiFailure({ status: 404 })
  return queryClient.ensureQueryData(detailsQuery(id))
}

/** The list one came from, with its filters. */
const listPath = () => paths.registrations + window.location.search

const RegistrationCards = ({ details }: { details: RegistrationDetails }) => {
  const navigate = useNavigate()
  const neighbours = useNeighbours(details.id)
  const today = useToday()
  const [isTransforming, setTransforming] = useState(false)
  // The button that opened the dialog is gone with the transfer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what may have taken the focus away
  useEffect(focusTitleIfLost, [details.pupil_id])
  usePageKeys(
    Object.fromEntries(STATUS_ORDER.map((status, index) => [index + 1, () => void switchStatus(details, status)])),
  )
  const remove = async () => {
    const path = neighbours?.next ?? listPath()
    if (await removeRegistration(details)) await navigate(linkTarget(path))
  }
  const facts = [
    details.number,
    `Klassenstufe ${details.desired_grade}`,
    `Schuljahr ${details.school_year.name}`,
    ENTRY_TYPE_LABELS[details.entry_type],
  ]
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Bewerbungen', to: listPath() }]} current={childName(details)} />}
        actions={neighbours && <NeighbourLinks noun="Bewerbung" {...neighbours} />}
      >
        {childName(details)}
      </PageTitle>
      <PrintHead today={today} />
      <p className={classes.lead}>{facts.join(' · ')}</p>
      <RegistrationHintsCard details={details} />
      <div className={classes.page}>
        <div className={classes.columns}>
          <RegistrationActionsCard
            details={details}
            onTransform={() => setTransforming(true)}
            onRemove={() => void remove()}
          />
          <div className={classes.main}>
            <RegistrationAnswersCard details={details} />
            <RegistrationNoteForm key={details.id} details={details} />
            <RegistrationTimelineCard details={details} />
          </div>
        </div>
      </div>
      <TransformDialog details={details} isOpen={isTransforming} onClose={() => setTransforming(false)} />
    </>
  )
}

/** Spec §2, domain §3.6: one application with its answers, contacts and history. */
export const RegistrationDetailsPage = ({ params: { id = '' } }: PageProps) => {
  const details = useQuery(detailsQuery(id)).data
  return details && <RegistrationCards details={details} />
}
