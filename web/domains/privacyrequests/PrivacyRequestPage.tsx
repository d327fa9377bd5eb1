import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, CheckCheck, IdCard, Mail, Pencil, Printer, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatDate, formatDateTime } from '#contract/dates.ts'
import {
  ARTICLES,
  CHANNEL_LABELS,
  IDENTITY_METHOD_LABELS,
  REQUEST_KIND_LABELS,
  REQUESTER_LABELS,
  RESULT_LABELS,
} from '#contract/privacyrequests/privacyrequest.record.ts'
import { extensionRefusal } from '#contract/privacyrequests/privacyrequests.rules.ts'
import {
  privacyRequestEndpoints,
  type RequestDetails,
  type RequestEvent,
} from '#contract/privacyrequests/privacyrequests.ts'
import { whenDue } from '#contract/retentions/retentions.rules.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { useToday } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import record from '#web/ui/record-page.module.css'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import classes from './PrivacyRequest.module.css'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestExtensionDialog } from './RequestExtensionDialog.tsx'
import { RequestIdentityDialog } from './RequestIdentityDialog.tsx'
import { RequestLetterDialog } from './RequestLetterDialog.tsx'
import { RequestResultDialog } from './RequestResultDialog.tsx'
import { RequestWorkCard } from './RequestWorkCard.tsx'
import { refreshRequests, requestQuery } from './request-queries.ts'
import {
  deadlineText,
  eventText,
  nextStep,
  requestedKind,
  requestLook,
  subjectPath,
  subjectText,
} from './request-texts.ts'

/** Awaited by the router. */
export const loadPrivacyRequest = async (page: PageProps) =>
  queryClient.ensureQueryData(requestQuery(idInAddress(page)))

const { actAndNotify } = actionsAbout('privacy request', refreshRequests)

const DIALOGS = {
  edit: RequestDialog,
  extend: RequestExtensionDialog,
  identity: RequestIdentityDialog,
  result: RequestResultDialog,
  letter: RequestLetterDialog,
}
type Opened = keyof typeof DIALOGS

interface CardProps {
  request: RequestDetails
  onOpen: (dialog: Opened) => void
}

const Subject = ({ request }: { request: RequestDetails }) => {
  const path = subjectPath(request)
  const { type, hint } = request.subject
  return (
    <>
      {path ? <Link {...linkTarget(path)}>{subjectText(request)}</Link> : subjectText(request)}
      <span className="sh-quiet sh-small sh-block">{[requestedKind(type), hint].filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** What is asked, by whom, and until when the answer is due. */
const RequestFactsCard = ({ request, onOpen }: CardProps) => {
  const today = useToday()
  const { kind, requested_by, requester, channel, received_on, contact, wish, note, subject } = request
  return (
    <TitledCard id="facts" title="Anfrage" gap="xs">
      <FactList
        facts={[
          { label: 'Art', value: `${REQUEST_KIND_LABELS[kind]} (Art. ${ARTICLES[kind]} DSGVO)` },
          { label: 'Betrifft', value: <Subject request={request} /> },
          { label: 'Person gelöscht am', value: subject.erased_on && formatDate(subject.erased_on) },
          { label: 'Gestellt von', value: requested_by && `${requested_by}\n${REQUESTER_LABELS[requester]}` },
          { label: 'Eingegangen', value: `${formatDate(received_on)}, ${CHANNEL_LABELS[channel]}` },
          { label: 'Antwort bis', value: deadlineText(request) },
          { label: 'Verlängert am', value: request.extended_on && formatDate(request.extended_on) },
          { label: 'Grund der Verlängerung', value: request.extension_reason },
          { label: 'Anschrift für die Antwort', value: contact },
          { label: 'Worum es geht', value: wish },
          { label: 'Interne Notiz', value: note },
        ]}
      />
      {extensionRefusal(request, today) === undefined && (
        <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
          <IconButton icon={CalendarPlus} onClick={() => onOpen('extend')}>
            Frist verlängern
          </IconButton>
        </div>
      )}
    </TitledCard>
  )
}

/** What was done with a request, by whom and when. It never repeats what was entered. */
const HistoryCard = ({ events }: { events: readonly RequestEvent[] }) => (
  <TitledCard id="history" title="Verlauf" gap="xs">
    <ol className={`sh-plain-list ${record.list}`}>
      {events.map((event) => (
        <li key={event.id}>
          <span className="sh-breaks">{eventText(event)}</span>
          <time dateTime={event.at} className="sh-quiet sh-figures">
            {formatDateTime(event.at)}
          </time>
        </li>
      ))}
    </ol>
  </TitledCard>
)

const IdentityCard = ({ request, onOpen }: CardProps) => {
  const { identity_method: method, identity_checked_on: day, identity_checked_by: by, identity_note: note } = request
  const isOpen = request.done_on === null
  return (
    <TitledCard id="identity" title="Identität" gap="xs">
      {method && day ? (
        <FactList
          facts={[
            { label: 'Geprüft', value: IDENTITY_METHOD_LABELS[method] },
            { label: 'Am', value: formatDate(day) },
            { label: 'Von', value: by ?? 'Gelöschter Benutzer' },
            { label: 'Bemerkung', value: note },
          ]}
        />
      ) : (
        <p className="sh-quiet sh-flush">
          Noch nicht geprüft. Erst dann dürfen Daten herausgegeben, berichtigt oder gelöscht werden.
        </p>
      )}
      {isOpen && (
        <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
          <IconButton icon={IdCard} data-primary={nextStep(request) === 'identity'} onClick={() => onOpen('identity')}>
            {method ? 'Prüfung ändern' : 'Prüfung eintragen'}
          </IconButton>
        </div>
      )}
    </TitledCard>
  )
}

const AnswerCard = ({ request, onOpen }: CardProps) => {
  const today = useToday()
  const { id, result, done_on, done_by, result_reason, delete_on } = request
  const reopen = () => void actAndNotify(`reopen ${id}`, () => call(privacyRequestEndpoints.reopen, { params: { id } }))
  return (
    <TitledCard id="answer" title="Antwort" gap="xs">
      {result && done_on ? (
        <>
          <FactList
            facts={[
              { label: 'Ergebnis', value: RESULT_LABELS[result] },
              { label: 'Beantwortet am', value: formatDate(done_on) },
              { label: 'Von', value: done_by ?? 'Gelöschter Benutzer' },
              { label: 'Begründung', value: result_reason },
            ]}
          />
          {delete_on && (
            <p className="sh-quiet sh-flush sh-above-2">
              Diese Anfrage wird {whenDue(delete_on, today)} gelöscht; die Frist steht unter{' '}
              <Link to={paths.schools} hash="aufbewahrung">
                Schulverwaltung, Aufbewahrung
              </Link>
              .
            </p>
          )}
        </>
      ) : (
        <p className="sh-quiet sh-flush">
          {request.kind === 'erasure' && request.subject.name !== null
            ? 'Noch offen. Erstellen Sie die Antwort vor der Löschung; danach ist die Anschrift nicht mehr bekannt.'
            : 'Noch offen. Wenn Sie das Ergebnis eingetragen haben, steht hier die Antwort als PDF bereit.'}
        </p>
      )}
      <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
        {result === null && (
          <IconButton icon={CheckCheck} data-primary={nextStep(request) === 'result'} onClick={() => onOpen('result')}>
            Ergebnis eintragen
          </IconButton>
        )}
        <IconButton icon={Mail} onClick={() => onOpen('letter')}>
          {result === null ? 'Schreiben erstellen' : 'Antwort als PDF'}
        </IconButton>
        {result !== null && (
          <IconButton icon={Undo2} onClick={reopen}>
            Ergebnis zurücknehmen
          </IconButton>
        )}
      </div>
    </TitledCard>
  )
}

const RequestCards = ({ request }: { request: RequestDetails }) => {
  const today = useToday()
  const [opened, setOpened] = useState<Opened>()
  const { text, ...look } = requestLook(request, today)
  const mayEdit = request.done_on === null && request.subject.erased_on === null
  const edit = () => mayEdit && setOpened('edit')
  usePageKeys({ e: edit })
  // What a button did may have removed that button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change may have taken the focus away
  useEffect(focusTitleIfLost, [request])
  const Dialog = opened && DIALOGS[opened]
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Anfragen zum Datenschutz', to: paths.privacyRequests }]}
        actions={
          <>
            <IconButton icon={Printer} onClick={() => window.print()} visibleFrom="sm">
              Drucken
            </IconButton>
            {mayEdit && (
              <IconButton icon={Pencil} onClick={edit}>
                Bearbeiten
              </IconButton>
            )}
          </>
        }
      >
        {`${REQUEST_KIND_LABELS[request.kind]}: ${subjectText(request)}`}
      </PageHead>
      <Box component="p" mx={0} mt={-12} mb="lg" className="sh-row sh-gap-3 sh-rows-2">
        <StatusChip {...look}>{text}</StatusChip>
      </Box>
      <div className={classes.cards}>
        <div className={classes.read}>
          <RequestFactsCard request={request} onOpen={setOpened} />
          <HistoryCard events={request.events} />
        </div>
        <div className={classes.steps}>
          <IdentityCard request={request} onOpen={setOpened} />
          <RequestWorkCard request={request} />
          <AnswerCard request={request} onOpen={setOpened} />
        </div>
      </div>
      {Dialog && <Dialog key={opened} request={request} onGone={() => setOpened(undefined)} />}
    </>
  )
}

/** Domain DP-05: one request, from its receipt to the answer. */
export const PrivacyRequestPage = ({ params: { id = '' } }: PageProps) => {
  const request = useQuery(requestQuery(Number(id))).data
  return request && <RequestCards request={request} />
}
