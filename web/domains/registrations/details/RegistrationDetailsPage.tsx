import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import { mayChangeStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { queryClient } from '#web/api/query-client.ts'
import { RecordPapersWidget } from '#web/domains/papers/RecordPapersWidget.tsx'
import { PapersWidget } from '#web/domains/registrationdocuments/PapersWidget.tsx'
import { childName } from '#web/domains/registrations/child-name.ts'
import { InformFamilyWidget } from '#web/domains/registrations/mails/InformFamilyWidget.tsx'
import { removeRegistration } from '#web/domains/registrations/registration-actions.ts'
import { RestrictButtonWidget } from '#web/domains/restrictions/RestrictButtonWidget.tsx'
import { RestrictedWidget } from '#web/domains/restrictions/RestrictWidget.tsx'
import { RetentionWidget } from '#web/domains/retentions/RetentionWidget.tsx'
import { SiblingsWidget } from '#web/domains/waitlists/SiblingsWidget.tsx'
import { paths } from '#web/paths.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { NeighbourLinks } from '#web/ui/NeighbourLinks.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { hasUnsaved } from '#web/ui/unsaved-mark.ts'
import { RegistrationAnswersCard } from './RegistrationAnswersCard.tsx'
import { RegistrationContactsCard } from './RegistrationContactsCard.tsx'
import { RegistrationDecisionCard } from './RegistrationDecisionCard.tsx'
import { RegistrationHintsCard } from './RegistrationHintsCard.tsx'
import { RegistrationNoteForm } from './RegistrationNoteForm.tsx'
import { RegistrationPlaceCard, RegistrationPriorityCard } from './RegistrationPlaceCard.tsx'
import classes from './registration-details.module.css'
import { detailsQuery } from './registration-details-query.ts'
import { registrationTimeline } from './registration-timeline.ts'
import { listEnds, useDecideKeys, useNeighbours } from './use-neighbours.ts'

/** Its code is loaded when it opens: most applications are only decided on. */
const TransformDialog = lazy(() =>
  import('#web/domains/registrations/admission/TransformDialog.tsx').then((module) => ({
    default: module.TransformDialog,
  })),
)

/** Awaited by the router. */
export const loadRegistration = async (page: PageProps) => queryClient.ensureQueryData(detailsQuery(idInAddress(page)))

/** The list one came from, with its filters. */
const listPath = () => paths.registrations + window.location.search

const FACTS_ID = 'registration-facts'

/** After the name a screen reader says how it stands and how far one has come. */
const spokenState = ({ status, withdrawn_at }: RegistrationDetails, place: ReturnType<typeof useNeighbours>) => {
  const state = `Status: ${withdrawn_at ? 'zurückgezogen' : STATUS_LABELS[status]}`
  return place?.position ? `${state}, ${place.position}. von ${place.total}` : state
}

/** In sight beside the name, however long the cards are. */
const EditLink = ({ details }: { details: RegistrationDetails }) =>
  mayChangeStatus(details) &&
  !details.is_restricted && (
    <IconButton
      icon={Pencil}
      to={paths.registrationEdit(details.id) + window.location.search}
      aria-keyshortcuts="e"
      data-page-key="e"
    >
      Bearbeiten
    </IconButton>
  )

const RegistrationTimelineCard = ({ details }: { details: RegistrationDetails }) => (
  <TitledCard id="timeline" title="Verlauf" gap="xs">
    <ol className="sh-plain-list">
      {registrationTimeline(details).map(({ at, text, by }) => (
        <li key={at + text} className={`sh-grid sh-gap-4 sh-rows-0 ${classes.event}`}>
          <time dateTime={at} className="sh-quiet">
            {formatDateTime(at)}
          </time>
          <span>
            {text}
            {by && <span className="sh-quiet"> · {by}</span>}
          </span>
        </li>
      ))}
    </ol>
  </TitledCard>
)

/** What belongs to one child: of another one's it is made anew, so that no open dialog or typed word goes along. */
const Columns = ({ details, onRemove }: { details: RegistrationDetails; onRemove: () => void }) => {
  const [isTransforming, setTransforming] = useState<boolean>()
  const [isInforming, setInforming] = useState(false)
  const inform = () => {
    setTransforming((was) => was && false)
    setInforming(true)
  }
  return (
    <div className={classes.page}>
      {/* Without hints there is no row above, and no gap. */}
      <div className={`sh-grid sh-gap-4 sh-rows-0 ${classes.columns}`}>
        <RegistrationHintsCard details={details} />
        {/* In the source before the answers, so that keyboard and phone come to the decision first. */}
        <aside aria-labelledby="decision" className={`sh-stack sh-gap-4 sh-shrinks ${classes.decision}`}>
          <RegistrationDecisionCard
            details={details}
            onInform={inform}
            onTransform={() => setTransforming(true)}
            onRemove={onRemove}
          />
          <RegistrationContactsCard details={details} />
        </aside>
        <div className={`sh-stack sh-gap-4 sh-shrinks ${classes.main}`}>
          <RegistrationPlaceCard details={details} />
          <RegistrationAnswersCard details={details} />
        </div>
        <div className={`sh-stack sh-gap-4 sh-shrinks ${classes.more}`}>
          <PapersWidget details={details} />
          {details.pupil_id === null && (
            <RecordPapersWidget
              subject="registration"
              id={details.id}
              title="Abgelegte Unterlagen"
              isFixed={details.is_restricted}
            />
          )}
          <div className={`sh-screen-only ${classes.internal}`}>
            <SiblingsWidget registrationId={details.id} mayChange={mayChangeStatus(details)} />
            <RegistrationNoteForm details={details} />
            <RegistrationPriorityCard details={details} />
          </div>
        </div>
        <div className={`sh-stack sh-gap-4 sh-shrinks sh-screen-only ${classes.tail}`}>
          <RegistrationTimelineCard details={details} />
          <RetentionWidget
            registrationId={details.id}
            name={childName(details)}
            tools={
              !details.is_restricted &&
              details.pupil_id === null && (
                <RestrictButtonWidget
                  size="compact-md"
                  subject="registration"
                  id={details.id}
                  name={childName(details)}
                />
              )
            }
          />
        </div>
      </div>
      {isTransforming !== undefined && (
        <Suspense fallback={null}>
          <TransformDialog
            details={details}
            isOpen={isTransforming}
            onInform={inform}
            onClose={() => setTransforming(false)}
          />
        </Suspense>
      )}
      {isInforming && <InformFamilyWidget registration={details} onGone={() => setInforming(false)} />}
    </div>
  )
}

const UNSAVED = 'Ihre Änderungen an dieser Bewerbung sind noch nicht gespeichert. Trotzdem löschen?'

const RegistrationCards = ({ details }: { details: RegistrationDetails }) => {
  const navigate = useNavigate()
  const neighbours = useNeighbours(details.id)
  // The button that opened the dialog is gone with the transfer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what may have taken the focus away
  useEffect(focusTitleIfLost, [details.pupil_id])
  useDecideKeys(details)
  const remove = async () => {
    // Asked before anything is gone; afterwards there is nothing left to go on editing.
    if (hasUnsaved() && !(await askToDiscard(UNSAVED))) return
    const path = neighbours?.next ?? listPath()
    if (await removeRegistration(details)) await navigate({ ...linkTarget(path), ignoreBlocker: true })
  }
  const facts = [
    details.number,
    `Klassenstufe ${details.desired_grade}`,
    `Schuljahr ${details.school_year.name}`,
    ENTRY_TYPE_LABELS[details.entry_type],
  ]
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Bewerbungen', to: listPath() }]}
        actions={
          <>
            <EditLink details={details} />
            {neighbours && <NeighbourLinks noun="Bewerbung" {...neighbours} {...listEnds(listPath(), neighbours)} />}
          </>
        }
        describedBy={FACTS_ID}
      >
        {childName(details)}
      </PageHead>
      <p id={FACTS_ID} className={`sh-quiet sh-figures ${classes.lead}`}>
        {facts.join(' · ')}
        <span className="sh-visually-hidden"> · {spokenState(details, neighbours)}</span>
      </p>
      <RestrictedWidget
        subject="registration"
        id={details.id}
        name={childName(details)}
        isRestricted={details.is_restricted}
      >
        <Columns key={details.id} details={details} onRemove={() => void remove()} />
      </RestrictedWidget>
    </>
  )
}

/** Spec §2, domain §3.6: one application with its answers, contacts and history. */
export const RegistrationDetailsPage = ({ params: { id = '' } }: PageProps) => {
  const details = useQuery(detailsQuery(Number(id))).data
  return details && <RegistrationCards details={details} />
}
