import { REPORTER_CHIPS, REPORTER_RELATION_LABELS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import type { Report } from './use-report.ts'

const RELATIONS = REPORTER_CHIPS.map((value) => ({ value, label: REPORTER_RELATION_LABELS[value] }))

/** Who reports: nobody has to say (domain §1.11); only of somebody the school may not know it asks for more. */
export const ReportPersonField = ({ report: { answers, errors, change } }: { report: Report }) => (
  <>
    <NativeChoiceField
      id="relation"
      label="Wer meldet?"
      isOptional
      display="chips"
      choices={RELATIONS}
      value={answers.relation}
      onChange={(relation) => change({ relation: REPORTER_CHIPS.find((known) => known === relation) ?? '' })}
      {...(errors.relation ? { error: errors.relation } : {})}
    />
    {answers.relation === 'other' && (
      <>
        <NativeTextField
          id="reporterName"
          label="Ihr Name"
          isOptional
          autoComplete="name"
          value={answers.reporterName}
          onChange={(reporterName) => change({ reporterName })}
          {...(errors.reporterName ? { error: errors.reporterName } : {})}
        />
        <NativeTextField
          id="reporterPhone"
          label="Ihre Telefonnummer"
          isOptional
          hint="Für Rückfragen."
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={answers.reporterPhone}
          onChange={(reporterPhone) => change({ reporterPhone })}
          {...(errors.reporterPhone ? { error: errors.reporterPhone } : {})}
        />
      </>
    )}
  </>
)
