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
import { LastReportCard, type LastReportCardProps } from './LastReportCard.tsx'
import classes from './ParentsPage.module.css'
import { namesOf, rangeText } from './parents-texts.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportSentCard } from './ReportSentCard.tsx'
import { readTakeBack, storeTakeBack } from './stored-take-back.ts'
import type { LoadedChildren, ReportChild } from './use-children.ts'
import { type Report, useReport } from './use-report.ts'

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

/** In place of the form. Nothing is stored about the child, so no name stands here: the link may be of another one. */
const LastReportPart = ({ phone, ...last }: LastReportCardProps & { phone: string | undefined }) => (
  <>
    <NativeHeading>Abwesenheit melden</NativeHeading>
    <LastReportCard {...last} />
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
  const [stored, setStored] = useState(readTakeBack)
  // Who reloads wants to know whether the report arrived; an empty form above it reads as if it did not.
  const [isFolded, setFolded] = useState(stored !== undefined)
  const [takenBack, setTakenBack] = useState<string>()
  const afterRender = useAfterRender()
  const report = useReport({
    loaded,
    today,
    reload,
    onSent: (reply, children) => {
      setTakenBack(undefined)
      setStored(storeTakeBack(reply.take_back))
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
    setStored(undefined)
    setTakenBack(text)
    showForm()
  }
  const startAgain = () => {
    report.startAgain()
    showForm()
  }

  if (sent && stored)
    return <ReportSentCard {...sent} stored={stored} onTakenBack={onTakenBack} onFurther={startAgain} />
  if (report.waiting) return <ReportWaitingCard report={report} waiting={report.waiting} />
  if (stored && isFolded)
    return (
      <LastReportPart
        stored={stored}
        onTakenBack={onTakenBack}
        onFurther={showForm}
        phone={loaded.children[0]?.school.phone}
      />
    )
  const notice = takenBack && !report.refusal ? ({ tone: 'positive', text: takenBack } as const) : lostNotice(loaded)
  return (
    <ReportForm report={report} notice={notice} addByLink={addByLink}>
      {stored && <LastReportCard key={stored.token} stored={stored} onTakenBack={onTakenBack} />}
    </ReportForm>
  )
}
