import { Alert, Button, Modal, Stack } from '@mantine/core'
import { CalendarOff } from 'lucide-react'
import type { FormEvent, KeyboardEvent } from 'react'
import { childrenText } from '#contract/counted.ts'
import { SICKNOTE_REASON_LABELS, SICKNOTE_REASONS, TEACHERS_REASONS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { LEAVE_DECISION_LABELS, LEAVE_DECISIONS, SICKNOTE_SOURCE_LABELS } from '#contract/sicknotes/sicknotes.ts'
import { useMay } from '#web/api/base-data.ts'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { KnownNotesField } from './KnownNotesField.tsx'
import { SicknoteChoiceField } from './SicknoteChoiceField.tsx'
import { SicknoteDaysField } from './SicknoteDaysField.tsx'
import { SicknoteMoreField } from './SicknoteMoreField.tsx'
import { SicknotePupilsField } from './SicknotePupilsField.tsx'
import { NOTE_FIELDS } from './sicknote-form.ts'
import classes from './sicknotes.module.css'
import { type SicknoteDialogProps, type SicknoteDialogState, useSicknoteDialog } from './use-sicknote-dialog.ts'

const STAFF_SOURCES = ['phone', 'mail', 'staff'] as const

/** What the person on the phone should hear before it is entered. */
const FreeDaysWarning = ({ isFree }: Pick<SicknoteDialogState, 'isFree'>) => (
  // The live region stands before its words do.
  <div role="status">
    {isFree && (
      <Alert color="yellow" icon={<CalendarOff size={20} aria-hidden />}>
        {SICKNOTE_TEXTS.noSchoolDay}
      </Alert>
    )}
  </div>
)

/** Strg+Enter sends from wherever one is. */
const sendOnControlEnter = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

const buttonText = (count: number, isFree: boolean) => {
  if (isFree) return 'Trotzdem eintragen'
  return count > 1 ? `${childrenText(count)} eintragen` : 'Eintragen'
}

interface NewNoteProps extends SicknoteDialogProps {
  /** What was typed before the dialog was there. */
  takeEarly: () => string
}

/** A call at the desk: who, until when, done (ux §3.7: three fields, six seconds). */
export const SicknoteDialog = ({ takeEarly, ...props }: NewNoteProps) => {
  const dialog = useSicknoteDialog(props)
  const { form, attempt, isRunning, submit, leave, modal, today, options, isFree, setDays, decision, decisions } =
    dialog
  const isManager = useMay()('manage pupil')
  const { values, errors, setFieldValue } = form
  const inputs = { values, errors, set: form.setValues }
  return (
    <Modal {...modal} size={560} title="Krankmeldung erfassen">
      <form
        className={classes.form}
        onSubmit={submit as (event?: FormEvent<HTMLFormElement>) => void}
        onKeyDown={sendOnControlEnter}
        noValidate
      >
        <Stack gap="md">
          <ErrorSummary errors={errors} labels={NOTE_FIELDS} attempt={attempt} />
          <div>
            <SicknotePupilsField
              id="pupil_ids"
              value={values.pupils}
              onChange={(pupils) => {
                setFieldValue('pupils', pupils)
                form.clearFieldError('pupil_ids')
              }}
              error={errors.pupil_ids}
              takeEarly={takeEarly}
            />
            <KnownNotesField notes={dialog.known} today={today} onExtend={dialog.extend} />
          </div>
          <SicknoteDaysField {...inputs} today={today} freeDays={options?.free_days ?? []} onDays={setDays} />
          <SicknoteChoiceField
            id="reason"
            label={NOTE_FIELDS.reason}
            options={isManager ? SICKNOTE_REASONS : TEACHERS_REASONS}
            labels={SICKNOTE_REASON_LABELS}
            value={values.reason}
            onChange={(reason) => setFieldValue('reason', reason)}
            error={errors.reason}
          />
          {values.reason === 'leave' && (
            <SicknoteChoiceField
              id="leave_decision"
              label={NOTE_FIELDS.leave_decision}
              options={LEAVE_DECISIONS}
              labels={LEAVE_DECISION_LABELS}
              value={decision}
              denied={decisions.denied}
              hint={decisions.why}
              onChange={(decision) => setFieldValue('leave_decision', decision)}
              error={errors.leave_decision}
            />
          )}
          <SicknoteMoreField {...inputs}>
            {isManager && (
              <SicknoteChoiceField
                id="source"
                label={NOTE_FIELDS.source}
                options={STAFF_SOURCES}
                labels={SICKNOTE_SOURCE_LABELS}
                value={values.source}
                onChange={(source) => setFieldValue('source', source)}
              />
            )}
          </SicknoteMoreField>
          <FreeDaysWarning isFree={isFree} />
        </Stack>
        <ButtonRow align="end" isFoot>
          <Button variant="default" onClick={() => void leave()}>
            Abbrechen
          </Button>
          <ActionButton type="submit" isRunning={isRunning}>
            {buttonText(values.pupils.length, isFree)}
          </ActionButton>
        </ButtonRow>
      </form>
    </Modal>
  )
}
