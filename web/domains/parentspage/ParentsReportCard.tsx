import { useEffect, useState } from 'react'
import type { PublicSicknoteReply } from '#contract/sicknotes/sicknotes.public.ts'
import { RetryText } from '#web/api/RetryText.tsx'
import { shownDay } from '#web/api/shown-day.ts'
import type { SubmissionState } from '#web/api/submission.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { focusHeading, NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { LastReportCard } from './LastReportCard.tsx'
import classes from './ParentsPage.module.css'
import { namesOf, rangeText } from './parents-texts.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportSentCard } from './ReportSentCard.tsx'
import {
  markReportedHere,
  readTakeBacks,
  type StoredTakeBack,
  storeTakeBack,
  wasReportedHere,
} from './stored-take-back.ts'
import type { LoadedChildren, ReportChild } from './use-children.ts'
import { type Report, useReport } from './use-report.ts'
import type { TakingBack } from './use-take-back.ts'

interface ReportWaitingCardProps {
  report: Report
  waiting: Extract<SubmissionState, { kind: 'waiting' }>
}

/** Kept in the memory of this page only (domain §5.6): it says so, and what it keeps. */
const ReportWaitingCard = ({ report, waiting }: ReportWaitingCardProps) => {
  const { children, range } = report.unsent
  useEffect(focusHeading, [])
  return (
    <>
      <NativeHeading>Ihre Meldung wartet</NativeHeading>
      <NativeNotice tone="attention">
        <p>
          <strong>Noch nicht gesendet – bitte lassen Sie die Seite geöffnet.</strong>
        </p>
        <RetryText failure={waiting.failure} seconds={waiting.seconds} />
      </NativeNotice>
      <p className={classes.text}>
        Ihre Meldung: {namesOf(children)}, {rangeText(range)}
      </p>
      <div className={classes.oneHand}>
        <NativeButton look="primary" isBusy={report.isSending} onClick={() => report.retryNow()}>
          Jetzt senden
        </NativeButton>
      </div>
      <NativeButtonRow>
        <NativeButton look="link" onClick={() => report.cancel()}>
          Abbrechen und ändern
        </NativeButton>
      </NativeButtonRow>
      {children[0] && (
        <p className={classes.text}>
          Eilt es? Telefon <PhoneLink phone={children[0].school.phone} />
        </p>
      )}
    </>
  )
}

const LOOK_MS = 60_000

/**
 * Today by the server, also in a tab that stayed open over night on a phone: the day goes on at once, then the page asks
 * what holds now.
 */
const useReportDay = ({ children, loadedAt }: LoadedChildren, reload: () => void) => {
  const loadedDay = children[0]?.sicknote.today ?? ''
  const [now, setNow] = useState(loadedAt)
  const today = shownDay({ today: loadedDay, loadedAt }, Math.max(now, loadedAt))
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = setInterval(look, LOOK_MS)
    window.addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  useEffect(() => {
    if (today !== loadedDay) reload()
  }, [today, loadedDay, reload])
  return today
}

interface ParentsReportCardProps {
  loaded: LoadedChildren
  reload: () => Promise<void>
  addByLink: (uuid: string) => Promise<ReportChild>
}

interface Sent {
  reply: PublicSicknoteReply
  children: readonly ReportChild[]
  /** On which day by the server; on another one there is something else to report. */
  day: string
}

interface LastReportsProps extends Pick<TakingBack, 'onTakenBack'> {
  stored: readonly StoredTakeBack[]
}

const LastReports = ({ stored, onTakenBack }: LastReportsProps) =>
  stored.map((one) => <LastReportCard key={one.token} stored={one} onTakenBack={onTakenBack} />)

interface FoldedFormProps extends LastReportsProps {
  phone: string | undefined
  onFurther: () => void
}

/** After a reload, in place of the form. Which child and which days they were about is stored nowhere. */
const FoldedForm = ({ phone, onFurther, ...last }: FoldedFormProps) => (
  <>
    <NativeHeading>Abwesenheit melden</NativeHeading>
    <LastReports {...last} />
    <NativeButtonRow>
      <NativeButton onClick={onFurther}>Weitere Meldung</NativeButton>
    </NativeButtonRow>
    {phone && (
      <p className={classes.text}>
        Spät gemeldet, oder stimmt etwas nicht? Bitte rufen Sie an: <PhoneLink phone={phone} />
      </p>
    )}
  </>
)

const lostNotice = ({ hasLost }: LoadedChildren) =>
  hasLost
    ? ({ tone: 'attention', text: 'Der Link eines Geschwisterkinds ist nicht gültig. Es ist nicht dabei.' } as const)
    : undefined

/** The form, while it cannot be sent what waits, and what came out. */
export const ParentsReportCard = ({ loaded, reload, addByLink }: ParentsReportCardProps) => {
  const today = useReportDay(loaded, reload)
  const [sent, setSent] = useState<Sent>()
  const [stored, setStored] = useState(readTakeBacks)
  // Who reloads wants to know whether the report arrived; an empty form above it reads as if it did not.
  const [isFolded, setFolded] = useState(() => stored.length > 0 && wasReportedHere())
  const [takenBack, setTakenBack] = useState<string>()
  const afterRender = useAfterRender()
  const report = useReport({
    loaded,
    today,
    reload,
    onSent: (reply, children) => {
      setTakenBack(undefined)
      setStored(storeTakeBack(reply.take_back))
      markReportedHere()
      setSent({ reply, children, day: today })
      afterRender(focusHeading)
    },
  })
  // The title stays in the browser's history: no name of a child.
  const hasErrors = !sent && Object.keys(report.errors).length > 0
  usePageTitle(`${hasErrors ? 'Fehler: ' : ''}Abwesenheit melden`, loaded.children[0]?.school.name)
  if (sent && sent.day !== today) setSent(undefined)
  const showForm = () => {
    setSent(undefined)
    setFolded(false)
    afterRender(focusHeading)
  }
  const onTakenBack = (text: string) => {
    setStored(readTakeBacks())
    setTakenBack(text)
    showForm()
  }
  const startAgain = () => {
    report.startAgain()
    showForm()
  }

  const [newest] = stored
  if (sent && newest)
    return <ReportSentCard {...sent} stored={newest} onTakenBack={onTakenBack} onFurther={startAgain} />
  if (report.waiting) return <ReportWaitingCard report={report} waiting={report.waiting} />
  if (isFolded)
    return (
      <FoldedForm
        stored={stored}
        onTakenBack={onTakenBack}
        onFurther={showForm}
        phone={loaded.children[0]?.school.phone}
      />
    )
  const notice = takenBack && !report.refusal ? ({ tone: 'positive', text: takenBack } as const) : lostNotice(loaded)
  return (
    <ReportForm report={report} notice={notice} addByLink={addByLink}>
      <LastReports stored={stored} onTakenBack={onTakenBack} />
    </ReportForm>
  )
}
