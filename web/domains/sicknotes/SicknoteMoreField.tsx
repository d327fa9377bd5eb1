import { Alert, Button, Checkbox, Chip, Group, Stack, TextInput } from '@mantine/core'
import { CalendarOff, ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { parseTimeInput } from '#contract/clock-time.ts'
import { LESSONS, type SicknoteReason, TEACHERS_REASONS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { useMay } from '#web/api/base-data.ts'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import { fieldProps, type InputFieldProps } from '#web/forms/fields.ts'
import classes from './SicknoteDialog.module.css'
import { MORE_FIELDS, type NoteInputs } from './sicknote-form.ts'

interface ChoiceFieldProps extends Omit<InputFieldProps, 'takesFocus'> {
  /** Values that cannot be chosen. */
  denied?: readonly string[]
}

/** One of a few, all in sight; the arrows go from one to the next. */
export const SicknoteChoiceField = ({ field, value, error, onChange, denied = [] }: ChoiceFieldProps) => {
  const isManager = useMay()('manage pupil')
  const { key: id, label, hint, choices = [] } = field
  const isOffered = (reason: string) =>
    isManager || id !== 'reason' || TEACHERS_REASONS.includes(reason as SicknoteReason)
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset id={id} tabIndex={-1} className={`sh-fieldset ${classes.choice}`} aria-describedby={notes || undefined}>
      <legend>{label}</legend>
      <Chip.Group value={String(value)} onChange={(chosen: string) => onChange(chosen)}>
        <Group gap="xs">
          {choices
            .filter((one) => isOffered(one.value))
            .map((choice) => (
              <Chip key={choice.value} value={choice.value} disabled={denied.includes(choice.value)}>
                {choice.label}
              </Chip>
            ))}
        </Group>
      </Chip.Group>
      {hint && (
        <p id={`${id}-hint`} className="sh-quiet sh-small sh-flush sh-above-1">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="sh-small sh-bad sh-flush sh-above-1">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Which lessons of the day; these are what is counted. */
export const SicknoteLessonsField = ({
  label,
  value,
  onChange,
}: Omit<InputFieldProps, 'field' | 'error'> & { label: string }) => (
  <fieldset className={`sh-fieldset ${classes.choice}`} id="lessons" tabIndex={-1}>
    <legend>{label}</legend>
    <Chip.Group
      multiple
      value={[...(value as readonly string[])]}
      onChange={(lessons) => onChange(lessons.sort((a, b) => Number(a) - Number(b)))}
    >
      <Group gap="xs">
        {LESSONS.map((lesson) => (
          <Chip key={lesson} value={String(lesson)}>
            {`${lesson}.`}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  </fieldset>
)

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** The inputs of a note but its days and children; a time is read when its field is left. */
export const drawNoteInput = (input: InputFieldProps) => {
  const { field, value, onChange } = input
  const { key, kind, max } = field
  if (kind === 'choice') return <SicknoteChoiceField {...input} />
  if (kind === 'lessons') return <SicknoteLessonsField {...input} label={`oder ${field.label}`} />
  if (kind === 'box')
    return (
      <Checkbox
        {...fieldProps(input)}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  return (
    <TextInput
      {...fieldProps(input)}
      inputWrapperOrder={HINT_LAST}
      autoComplete="off"
      value={String(value)}
      {...(max && { maxLength: max })}
      {...(key === 'reporterPhone' && { type: 'tel' })}
      {...(kind === 'time' && {
        placeholder: field.placeholder,
        inputMode: 'numeric',
        onBlur: () => onChange(parseTimeInput(String(value)) ?? value),
      })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface SicknoteMoreFieldProps extends NoteInputs {
  inputOf: InputOf
  isOpen?: boolean
  children?: ReactNode
}

/** What few calls need: part of a day, comment, who reports; open once something of it was refused. */
export const SicknoteMoreField = (props: SicknoteMoreFieldProps) => {
  const { errors, set, inputOf, isOpen: isOpenFirst = false, children } = props
  const [isOpen, setOpen] = useState(isOpenFirst)
  const id = useId()
  const shows = isOpen || MORE_FIELDS.some((field) => errors[field])
  const Icon = shows ? ChevronUp : ChevronDown
  const input = (key: string) => inputOf(key, (value) => set({ [key]: value }))
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
          {input('partial')}
          {props.values.partial && (
            <>
              <div className={`sh-grid sh-gap-4 ${classes.pair}`}>
                {input('timeStart')}
                {input('timeEnd')}
              </div>
              {input('lessons')}
            </>
          )}
          {input('comment')}
          {input('reporterRelation')}
          <div className={`sh-grid sh-gap-4 ${classes.pair}`}>
            {input('reporterName')}
            {input('reporterPhone')}
          </div>
          {children}
        </Stack>
      )}
    </div>
  )
}

/** What the person on the phone should hear before it is entered. */
export const FreeDaysAlert = () => (
  <Alert color="yellow" icon={<CalendarOff size={20} aria-hidden />}>
    {SICKNOTE_TEXTS.noSchoolDay}
  </Alert>
)
