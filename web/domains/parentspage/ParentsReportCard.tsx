import { useState } from 'react'
import type { PublicSicknoteReply } from '#contract/sicknotes/sicknotes.public.ts'
import { focusHeading } from '#web/ui/native/NativeHeading.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import type { LoadedChildren, ReportChild } from './load-children.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportSentCard } from './ReportSentCard.tsx'
import { ReportWaitingCard } from './ReportWaitingCard.tsx'
import { useReport } from './use-report.ts'
import { useReportDay } from './use-report-day.ts'

interface ParentsReportCardProps {
  loaded: LoadedChildren
  reload: () => Promise<void>
  addByLink: (uuid: string) => Promise<ReportChild | undefined>
}

interface Sent {
  reply: PublicSicknoteReply
  children: readonly ReportChild[]
  at: number
  /** On which day by the server; on another one there is something else to report. */
  day: string
}

const lostNotice = ({ hasLost }: LoadedChildren) =>
  hasLost
    ? ({ tone: 'attention', text: 'Der Link eines Geschwisterkinds ist nicht gültig. Es ist nicht dabei.' } as const)
    : undefined

/** The form, while it cannot be sent what waits, and what came out. */
export const ParentsReportCard = ({ loaded, reload, addByLink }: ParentsReportCardProps) => {
  const today = useReportDay(loaded, reload)
  const [sent, setSent] = useState<Sent>()
  const [takenBack, setTakenBack] = useState<string>()
  const afterRender = useAfterRender()
  const report = useReport({
    loaded,
    today,
    reload,
    onSent: (reply, children) => {
      setTakenBack(undefined)
      setSent({ reply, children, at: Date.now(), day: today })
      afterRender(focusHeading)
    },
  })
  // The title stays in the browser's history: no name of a child.
  const hasErrors = !sent && Object.keys(report.errors).length > 0
  usePageTitle(`${hasErrors ? 'Fehler: ' : ''}Abwesenheit melden`, loaded.children[0]?.school.name)
  if (sent && sent.day !== today) setSent(undefined)
  const showForm = (text?: string) => {
    setSent(undefined)
    setTakenBack(text)
    afterRender(focusHeading)
  }
  const startAgain = () => {
    report.startAgain()
    showForm()
  }

  if (sent) return <ReportSentCard key={sent.at} {...sent} onTakenBack={showForm} onFurther={startAgain} />
  if (report.waiting) return <ReportWaitingCard report={report} waiting={report.waiting} />
  const notice = takenBack && !report.refusal ? ({ tone: 'positive', text: takenBack } as const) : lostNotice(loaded)
  return <ReportForm report={report} notice={notice} addByLink={addByLink} />
}
