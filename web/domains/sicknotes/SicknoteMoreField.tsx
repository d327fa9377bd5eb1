import { Button, Stack, TextInput } from '@mantine/core'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import {
  REPORTER_NAME_MAX,
  REPORTER_RELATION_LABELS,
  REPORTER_RELATIONS,
  SICKNOTE_COMMENT_MAX,
} from '#contract/sicknotes/sicknotes.reasons.ts'
import { SicknoteChoiceField } from './SicknoteChoiceField.tsx'
import { SicknoteTimesField } from './SicknoteTimesField.tsx'
import { MORE_FIELDS, NOTE_FIELDS, type NoteInputs } from './sicknote-form.ts'
import classes from './sicknotes.module.css'

// domain §1.11
const NO_DIAGNOSIS = 'Bitte keine Diagnose angeben.'

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** What few calls need: part of a day, comment, who reports; open once something of it was refused. */
export const SicknoteMoreField = ({
  children,
  isOpen: isOpenFirst = false,
  ...inputs
}: NoteInputs & {
  isOpen?: boolean
  children?: ReactNode
}) => {
  const { values, errors, set } = inputs
  const [isOpen, setOpen] = useState(isOpenFirst)
  const id = useId()
  const shows = isOpen || MORE_FIELDS.some((field) => errors[field])
  const Icon = shows ? ChevronUp : ChevronDown
  return (
    <div>
      <Button
        variant="subtle"
        px="xs"
        aria-expanded={shows}
        aria-controls={shows ? id : undefined}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={() => setOpen(!shows)}
      >
        Weitere Angaben
      </Button>
      {shows && (
        <Stack gap="md" id={id} className={classes.sicknoteMore ?? ''}>
          <SicknoteTimesField {...inputs} />
          <TextInput
            id="comment"
            label={NOTE_FIELDS.comment}
            description={NO_DIAGNOSIS}
            inputWrapperOrder={HINT_LAST}
            autoComplete="off"
            maxLength={SICKNOTE_COMMENT_MAX}
            value={values.comment}
            error={errors.comment}
            onChange={(event) => set({ comment: event.currentTarget.value })}
          />
          <SicknoteChoiceField
            id="reporterRelation"
            label={NOTE_FIELDS.reporterRelation}
            options={REPORTER_RELATIONS}
            labels={REPORTER_RELATION_LABELS}
            value={values.reporterRelation}
            onChange={(reporterRelation) => set({ reporterRelation })}
          />
          <div className={`sh-grid sh-gap-4 ${classes.pair}`}>
            <TextInput
              id="reporterName"
              label={`${NOTE_FIELDS.reporterName} (optional)`}
              autoComplete="off"
              maxLength={REPORTER_NAME_MAX}
              value={values.reporterName}
              error={errors.reporterName}
              onChange={(event) => set({ reporterName: event.currentTarget.value })}
            />
            <TextInput
              id="reporterPhone"
              label={`${NOTE_FIELDS.reporterPhone} (optional)`}
              type="tel"
              autoComplete="off"
              value={values.reporterPhone}
              error={errors.reporterPhone}
              onChange={(event) => set({ reporterPhone: event.currentTarget.value })}
            />
          </div>
          {children}
        </Stack>
      )}
    </div>
  )
}
