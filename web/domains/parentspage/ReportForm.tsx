import { type SubmitEvent, useEffect, useRef } from 'react'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import { PUBLIC_REASONS, SICKNOTE_COMMENT_MAX, SICKNOTE_REASON_LABELS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { NativeAreaField } from '#web/ui/native/NativeAreaField.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeErrorSummary } from '#web/ui/native/NativeErrorSummary.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import type { ReportChild } from './load-children.ts'
import classes from './ParentsPage.module.css'
import { namesOf } from './parents-texts.ts'
import { ReportChildrenField } from './ReportChildrenField.tsx'
import { ReportDaysField } from './ReportDaysField.tsx'
import { ReportPersonField } from './ReportPersonField.tsx'
import { REPORT_FIELDS } from './report-answers.ts'
import type { Report } from './use-report.ts'

interface ReportFormProps {
  report: Report
  /** What happened before: a report taken back, a link that no longer works. */
  notice: { tone: 'positive' | 'attention'; text: string } | undefined
  addByLink: (uuid: string) => Promise<ReportChild | undefined>
}

const REASONS = PUBLIC_REASONS.map((value) => ({ value, label: SICKNOTE_REASON_LABELS[value] }))

/** All in one page, so that 'nur heute' takes two taps (ux §5); the button stays under the thumb. */
export const ReportForm = ({ report, notice, addByLink }: ReportFormProps) => {
  const { answers, errors, refusal, change, place } = report
  const [first] = place.children
  const isSaidAbove = (id: string) => id === 'timeEnd' && errors.timeEnd === errors.timeStart
  const lines = REPORT_FIELDS.flatMap((id) => (errors[id] && !isSaidAbove(id) ? [{ id, text: errors[id] }] : []))
  const refusalBox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) refusalBox.current?.scrollIntoView({ block: 'nearest' })
  }, [refusal])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void report.send()
  }
  return (
    <form noValidate onSubmit={submit}>
      <NativeErrorSummary errors={lines} />
      <NativeHeading>Abwesenheit melden für {namesOf(place.children)}</NativeHeading>
      <div role="status">{notice && <NativeNotice tone={notice.tone}>{notice.text}</NativeNotice>}</div>
      <ReportChildrenField report={report} addByLink={addByLink} />
      <ReportDaysField report={report} />
      <NativeChoiceField
        id="reason"
        label="Grund"
        display="chips"
        choices={REASONS}
        value={answers.reason}
        onChange={(reason) => change({ reason: PUBLIC_REASONS.find((known) => known === reason) ?? 'sick' })}
        {...(errors.reason ? { error: errors.reason } : {})}
      />
      <ReportPersonField report={report} />
      <NativeAreaField
        id="comment"
        label="Bemerkung"
        isOptional
        hint={PARENTS_PAGE_TEXTS.noDiagnosis}
        max={SICKNOTE_COMMENT_MAX}
        value={answers.comment}
        onChange={(comment) => change({ comment })}
        {...(errors.comment ? { error: errors.comment } : {})}
      />
      <div role="alert" ref={refusalBox}>
        {refusal && (
          <NativeNotice tone="negative" title="Ihre Meldung wurde nicht gesendet">
            <p>{refusal}</p>
            {first && (
              <p>
                Telefon <PhoneLink phone={first.school.phone} />
              </p>
            )}
          </NativeNotice>
        )}
      </div>
      <div className={classes.sendBar}>
        <NativeButton type="submit" look="primary" keepsFocus isBusy={report.isSending}>
          Jetzt melden
        </NativeButton>
      </div>
    </form>
  )
}
