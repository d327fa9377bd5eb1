import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Printer, RotateCcw, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { leftOutName, readerText } from '#contract/circulars/circulars.people.ts'
import {
  type CircularDetails,
  type CircularReason,
  circularEndpoints,
  type LatePerson,
  LEFT_OUT_REASONS,
} from '#contract/circulars/circulars.ts'
import { counted } from '#contract/counted.ts'
import { MAIL_STATE_LABELS } from '#contract/mail-states.ts'
import { MAIL_TROUBLE_LABELS, type MailTrouble } from '#contract/mail-trouble.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { addressPage } from '#web/shell/address-page.ts'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { isNotAsked, isUnreached } from './circular-texts.ts'

const PupilSheetsWidget = lazy(() =>
  import('#web/domains/pupildocuments/PupilSheetsWidget.tsx').then((module) => ({ default: module.PupilSheetsWidget })),
)

interface Unreached {
  id: string
  name: string
  reason: string
  /** The page with the address; all are null when none is listed any more. */
  pupil_id: number | null
  employee_id: number | null
  guardian_id: number | null
  registration_id: number | null
  /** The person of the application. */
  contact_id: number | null
  /** The words of the link to that page; null where the address is not the reason. */
  remedy: string | null
  /** Somebody left out who has a usable address by now. */
  late?: LatePerson
  /** Somebody is entered to whom a letter can go. */
  isWritable: boolean
  /** Why there is no letter although the mail did not arrive. */
  noLetter: string | null
}

/** What is done at the contacts of the child or application; where nothing stands, the address is changed. */
const REMEDIES: Partial<Record<CircularReason, string>> = {
  nobody: 'Kontakt eintragen',
  no_mail: 'Adresse eintragen',
}

const isOfChild = ({ pupil_id, registration_id }: Pick<Unreached, 'pupil_id' | 'registration_id'>) =>
  pupil_id !== null || registration_id !== null

/** Reasons that a new address does not solve; these people get no letter either. */
const NOT_WRITTEN: readonly (MailTrouble | null)[] = ['no_custody', 'of_age', 'not_waiting', 'gone', 'not_employed']

const remedyOf = (trouble: MailTrouble | null) => {
  if (NOT_WRITTEN.includes(trouble)) return null
  return trouble === 'no_mail' ? 'Adresse eintragen' : 'Adresse ändern'
}

const remedyOfLeftOut = (reason: CircularReason, kind: CircularDetails['kind']) =>
  reason === 'unconfirmed' && kind === 'waiting' ? 'Zur Bewerbung' : (REMEDIES[reason] ?? 'Adresse ändern')

const latePerson = (one: CircularDetails['left_out'][number]): LatePerson => ({
  person_id: one.guardian_id ?? one.contact_id ?? one.employee_id,
  child_id: one.pupil_id ?? one.registration_id,
})

/** Whoever wants the mail and has not got it: those whose mail did not leave, and those who had no address for it. */
const unreachedOf = (circular: CircularDetails): Unreached[] => [
  ...circular.recipients
    .filter((one) => isUnreached(circular, one))
    .map((one) => ({
      id: `mail ${one.mail_id}`,
      name: readerText(one),
      reason: one.trouble ? MAIL_TROUBLE_LABELS[one.trouble] : MAIL_STATE_LABELS[one.state],
      ...{ pupil_id: one.pupil_id, employee_id: one.employee_id, registration_id: one.registration_id },
      contact_id: circular.kind === 'waiting' ? one.id : null,
      guardian_id: circular.kind === 'families' ? one.id : null,
      remedy: remedyOf(one.trouble),
      isWritable: isOfChild(one) && !NOT_WRITTEN.includes(one.trouble) && one.no_letter === null,
      noLetter: NOT_WRITTEN.includes(one.trouble) ? null : one.no_letter,
    })),
  ...circular.left_out
    .filter((one) => !isNotAsked(one))
    .map((one) => ({
      id: `left out ${one.pupil_id} ${one.registration_id} ${one.guardian_id} ${one.contact_id} ${one.employee_id}`,
      name: leftOutName(one),
      reason: one.is_ready ? 'Die E-Mail kann jetzt gesendet werden.' : LEFT_OUT_REASONS[one.reason],
      ...(one.is_ready ? { late: latePerson(one) } : {}),
      ...{ pupil_id: one.pupil_id, employee_id: one.employee_id, registration_id: one.registration_id },
      ...{ contact_id: one.contact_id, guardian_id: one.guardian_id },
      remedy: one.is_ready ? null : remedyOfLeftOut(one.reason, circular.kind),
      isWritable: isOfChild(one) && one.reason !== 'nobody' && one.no_letter === null,
      noLetter: one.no_letter,
    })),
]

interface RowActions {
  onLetter: (one: Unreached) => void
  onSendLate: (people: LatePerson[]) => void
}

const columnsWith = ({
  circularId,
  onLetter,
  onSendLate,
}: RowActions & { circularId: number }): readonly PlainColumn<Unreached>[] => [
  { title: 'Name', isName: true, cell: ({ name }) => name },
  { title: 'Warum', label: null, cell: ({ reason }) => reason },
  {
    title: 'Was tun',
    isTitleHidden: true,
    label: null,
    className: 'sh-screen-only',
    cell: (one) => (
      <div className="sh-wrap sh-gap-2 sh-rows-1">
        {one.late && (
          <Button
            variant="default"
            size="compact-md"
            aria-label={`Jetzt senden: ${one.name}`}
            onClick={() => onSendLate([one.late as LatePerson])}
          >
            Jetzt senden
          </Button>
        )}
        {one.remedy && addressPage(one) && (
          <Button
            variant="default"
            size="compact-md"
            aria-label={`${one.remedy}: ${one.name}`}
            renderRoot={(props) => (
              <Link {...props} {...addressPage(one, { circular: circularId, guardian: one.guardian_id })} />
            )}
          >
            {one.remedy}
          </Button>
        )}
        {one.isWritable && (
          <Button
            variant="default"
            size="compact-md"
            aria-label={`Brief drucken: ${one.name}`}
            {...(one.pupil_id === null ? {} : { 'aria-haspopup': 'dialog' })}
            onClick={() => onLetter(one)}
          >
            Brief drucken
          </Button>
        )}
        {one.noLetter && <span className="sh-quiet">{one.noLetter}</span>}
      </div>
    ),
  },
]

/** The first few are shown at once; the paper has all. */
const SHOWN_AT_FIRST = 5

interface UnreachedListProps extends Pick<RowActions, 'onSendLate'> {
  circular: CircularDetails
  onRetry: () => void
}

/** Everybody whom the mail did not reach. Each row says why, and offers to change the address or to print a letter. */
export const UnreachedList = ({ circular, onRetry, onSendLate }: UnreachedListProps) => {
  const [letterTo, setLetterTo] = useState<readonly Unreached[]>()
  const { save, isRunning } = useSavedFile()
  const isPrinting = usePrinting()
  const all = unreachedOf(circular)
  if (all.length === 0) return null
  const first = isPrinting ? all : all.slice(0, SHOWN_AT_FIRST)
  const others = all.slice(first.length)
  const unsent = circular.recipients.filter((one) => isUnreached(circular, one)).length
  const late = all.filter((one) => one.late)
  const writable = all.filter(({ isWritable }) => isWritable)
  const isWaiting = circular.kind === 'waiting'
  /** Letters to applicants have the text of the circular; those to families can be worded first. */
  const write = (people: readonly Unreached[]) => {
    if (!isWaiting) return setLetterTo(people)
    const contact_ids = [...new Set(people.flatMap(({ contact_id }) => contact_id ?? []))]
    void save(() => callForFile(circularEndpoints.letters, { params: { id: circular.id }, body: { contact_ids } }))
  }
  const columns = columnsWith({ circularId: circular.id, onLetter: (one) => write([one]), onSendLate })
  const ids = [...new Set((letterTo ?? []).flatMap(({ pupil_id }) => pupil_id ?? []))]
  return (
    <div className="sh-above-4">
      <div className="sh-row sh-gap-3 sh-rows-1 sh-below-1">
        <h3 className="sh-flush">Nicht erreicht: {all.length}</h3>
        {unsent > 0 && circular.state !== 'stopped' && (
          <IconButton icon={RotateCcw} className="sh-screen-only" onClick={onRetry}>
            {`Noch einmal senden (${unsent})`}
          </IconButton>
        )}
        {late.length > 1 && (
          <IconButton icon={Send} className="sh-screen-only" onClick={() => onSendLate([])}>
            {`Nachträglich senden (${late.length})`}
          </IconButton>
        )}
        {writable.length > 1 && (
          <IconButton
            icon={Printer}
            className="sh-screen-only"
            {...(isWaiting ? { disabled: isRunning } : { 'aria-haspopup': 'dialog' })}
            onClick={() => write(writable)}
          >
            {`Briefe an alle drucken (${writable.length})`}
          </IconButton>
        )}
      </div>
      <PlainTable caption="Wen die Rundmail nicht erreicht hat" columns={columns} rows={first} isStacked />
      {others.length > 0 && (
        <FoldedPart name="unreached" summary={`Weitere anzeigen (${others.length})`}>
          <PlainTable caption="Wen die Rundmail sonst nicht erreicht hat" columns={columns} rows={others} isStacked />
        </FoldedPart>
      )}
      {letterTo && (
        <Suspense>
          <PupilSheetsWidget
            ids={ids}
            title={letterTo.length === 1 ? (letterTo[0]?.name ?? '') : counted(ids.length, 'Kind', 'Kinder')}
            kind="letters"
            letter={{ ...circular.letter, only_without_mail: false }}
            onGone={() => setLetterTo(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
