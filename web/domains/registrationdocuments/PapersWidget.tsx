import { Button, Stack } from '@mantine/core'
import { Check } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { joinedWords } from '#contract/joined-words.ts'
import { fullName } from '#contract/person-names.ts'
import { paperChecklist } from '#contract/registrationdocuments/registrationdocuments.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { PAPER_LABELS, papersMissing } from '#contract/registrations/registrations.papers.ts'
import { isWithdrawn, mayChangeStatus } from '#contract/registrations/registrations.status.ts'
import { useToday } from '#web/api/base-data.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './PapersWidget.module.css'
import { type Papers, usePapers } from './use-papers.ts'

/** Its code is loaded when it opens. */
const PaperDateDialog = lazy(() =>
  import('./PaperDateDialog.tsx').then((module) => ({ default: module.PaperDateDialog })),
)

type Paper = ReturnType<typeof paperChecklist<RegistrationDetails['papers'][number]>>[number]

const seenText = ({ seen_on, seen_by }: NonNullable<Paper['seen']>) =>
  `gesehen am ${formatDate(seen_on)}${seen_by ? ` durch ${seen_by}` : ''}`

interface EntryProps {
  child: string
  paper: Paper
  papers: Papers
  mayChange: boolean
}

const SeenButtons = ({ child, paper: { kind, label, seen }, papers }: EntryProps) => {
  const today = useToday()
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Datum ändern: ${label}`}
        onClick={() => setChanging(true)}
      >
        Datum ändern
      </Button>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Doch nicht gesehen: ${label}`}
        onClick={() => void papers.setSeen(kind, null)}
      >
        Doch nicht gesehen
      </Button>
      {isChanging && (
        <Suspense fallback={null}>
          <PaperDateDialog
            title={`${label}: ${child}`}
            seenOn={seen?.seen_on ?? today}
            today={today}
            isRunning={papers.isRunning}
            onSave={(day) => papers.setSeen(kind, day)}
            onGone={() => setChanging(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const PaperEntry = (props: EntryProps) => {
  const { paper, papers, mayChange } = props
  const { kind, label, seen } = paper
  const today = useToday()
  return (
    <li className={`sh-row sh-padded-2 sh-spread sh-gap-4 sh-rows-1 sh-rule-below ${classes.entry}`}>
      <div className="sh-shrinks">
        <span>{label}</span>
        <div className={classes.state}>
          {seen ? (
            <StatusChip tone="positive" icon="check">
              {seenText(seen)}
            </StatusChip>
          ) : (
            <span className="sh-quiet sh-small">noch nicht gesehen</span>
          )}
        </div>
      </div>
      {mayChange && (
        <div className="sh-wrap sh-gap-1 sh-screen-only">
          {seen ? (
            <SeenButtons {...props} />
          ) : (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<Check size={18} aria-hidden />}
              aria-label={`Heute gesehen: ${label}`}
              onClick={() => void papers.setSeen(kind, today)}
            >
              Heute gesehen
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const PapersRequest = ({
  missing,
  requestedAt,
  papers,
}: {
  missing: readonly string[]
  requestedAt: string | null
  papers: Papers
}) => {
  const names = joinedWords(missing)
  return (
    <Stack gap="xs" align="flex-start" className="sh-above-3 sh-screen-only">
      <p className="sh-quiet sh-measure sh-flush">
        {requestedAt
          ? `Angefordert am ${formatDate(requestedAt)}. ${missing.length > 0 ? `Die Statusseite der Familie nennt: ${names}.` : 'Es fehlt nichts mehr.'}`
          : 'Die Familie sieht auf ihrer Statusseite, was noch fehlt. Sie bekommt dazu keine E-Mail.'}
      </p>
      <ActionButton
        variant="default"
        size="compact-md"
        isRunning={papers.isRunning}
        onClick={() => void papers.setRequested(requestedAt === null)}
      >
        {requestedAt ? 'Anforderung zurücknehmen' : 'Unterlagen anfordern'}
      </ActionButton>
    </Stack>
  )
}

/** On an application's page: which papers were shown, when and to whom; copies are never kept (domain §0.5). */
export const PapersWidget = ({ details }: { details: RegistrationDetails }) => {
  const papers = usePapers(details)
  const applying = { variant: details.form.variant, meta: details.answers.meta }
  // Also of a pupil: families bring the rest when school begins.
  const mayChange = !isWithdrawn(details)
  const mayAsk = mayChangeStatus(details)
  const missing = papersMissing(applying, details.papers).map((kind) => PAPER_LABELS[kind])
  const { papers_requested_at: requestedAt, meta } = details
  const child = fullName({ firstname: meta.child_firstname, lastname: meta.child_lastname })
  return (
    <TitledCard id="papers" title="Unterlagen" gap="xs">
      <ul className="sh-plain-list">
        {paperChecklist(applying, details.papers).map((paper) => (
          <PaperEntry key={paper.kind} child={child} paper={paper} papers={papers} mayChange={mayChange} />
        ))}
      </ul>
      {mayAsk && (missing.length > 0 || requestedAt) && (
        <PapersRequest missing={missing} requestedAt={requestedAt} papers={papers} />
      )}
    </TitledCard>
  )
}
