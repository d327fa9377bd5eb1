import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import {
  PUBLIC_REASONS,
  REPORTER_CHIPS,
  REPORTER_RELATION_LABELS,
  SICKNOTE_COMMENT_MAX,
  SICKNOTE_REASON_LABELS,
} from '#contract/sicknotes/sicknotes.reasons.ts'
import { NativeAreaField } from '#web/ui/native/NativeAreaField.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeErrorSummary } from '#web/ui/native/NativeErrorSummary.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import classes from './ParentsPage.module.css'
import { namesOf } from './parents-texts.ts'
import { ReportChildrenField } from './ReportChildrenField.tsx'
import { ReportDaysField } from './ReportDaysField.tsx'
import { REPORT_FIELDS, summaryText } from './report-answers.ts'
import type { ReportChild } from './use-children.ts'
import type { Report } from './use-report.ts'

const RELATIONS = REPORTER_CHIPS.map((value) => ({ value, label: REPORTER_RELATION_LABELS[value] }))

/** Who reports: nobody has to say (domain §1.11); only of somebody the school may not know it asks for more. */
const ReportPersonField = ({ report: { answers, named, typed, change } }: { report: Report }) => (
  <>
    <NativeChoiceField
      {...named('relation')}
      label="Wer meldet?"
      isOptional
      display="chips"
      choices={RELATIONS}
      value={answers.relation}
      onChange={(relation) => change({ relation: REPORTER_CHIPS.find((known) => known === relation) ?? '' })}
    />
    {answers.relation === 'other' && (
      <>
        <NativeTextField {...typed('reporterName')} label="Ihr Name" isOptional autoComplete="name" />
        <NativeTextField
          {...typed('reporterPhone')}
          label="Ihre Telefonnummer"
          isOptional
          hint="Für Rückfragen."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </>
    )}
  </>
)

interface ReportFormProps {
  report: Report
  /** What happened before: a report taken back, a link that no longer works. */
  notice: { tone: 'positive' | 'attention'; text: string } | undefined
  addByLink: (uuid: string) => Promise<ReportChild>
  /** The way back from an earlier report. */
  children: ReactNode
}

const REASONS = PUBLIC_REASONS.map((value) => ({ value, label: SICKNOTE_REASON_LABELS[value] }))

/** All in one page, so that 'nur heute' takes two taps (ux §5); the button stays under the thumb. */
export const ReportForm = ({ report, notice, addByLink, children }: ReportFormProps) => {
  const { answers, errors, named, typed, refusal, change, place } = report
  const [first] = place.children
  const isSaidAbove = (id: string) => id === 'timeEnd' && errors.timeEnd === errors.timeStart
  const lines = REPORT_FIELDS.flatMap((id) =>
    errors[id] && !isSaidAbove(id) ? [{ id, text: summaryText(id, errors[id]) }] : [],
  )
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
      <NativeHeading>Abwesenheit melden für {namesOf(place.children)}</NativeHeading>
      <NativeErrorSummary errors={lines} />
      <div role="status">{notice && <NativeNotice tone={notice.tone}>{notice.text}</NativeNotice>}</div>
      {children}
      <ReportChildrenField report={report} addByLink={addByLink} />
      <ReportDaysField report={report} />
      <NativeChoiceField
        {...named('reason')}
        label="Grund"
        display="chips"
        choices={REASONS}
        value={answers.reason}
        onChange={(reason) => change({ reason: PUBLIC_REASONS.find((known) => known === reason) ?? 'sick' })}
      />
      <ReportPersonField report={report} />
      <NativeAreaField
        {...typed('comment')}
        label="Bemerkung"
        isOptional
        hint={PARENTS_PAGE_TEXTS.noDiagnosis}
        max={SICKNOTE_COMMENT_MAX}
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
