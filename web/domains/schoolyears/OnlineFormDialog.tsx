import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { parseTimeInput } from '#contract/clock-time.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { useSignedIn, useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { useStaleForm } from '#web/forms/use-stale-form.ts'
import { paths, publicFormAddress } from '#web/paths.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { notify } from '#web/shell/notify.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import {
  berlinDayTime,
  CLOSED,
  changedEnds,
  endText,
  onlineFormState,
  readTimes,
  rebasedTimes,
  TIME_FIELDS,
  type TimeValues,
  timeValuesOf,
} from './online-form.ts'
import { loadSchoolyearAnew, YEAR_REPLIES } from './schoolyear-query.ts'
import classes from './schoolyears.module.css'

/** From when until when the online form of a year is open; `close` and `openNow` fill in, saving is one button. */
const useOnlineFormDialog = (year: Schoolyear, onGone: () => void) => {
  const today = useToday()
  const stale = useStaleForm({
    loaded: year,
    valuesOf: timeValuesOf,
    changed: changedEnds,
    loadAnew: ({ id }) => loadSchoolyearAnew(id),
    rebase: rebasedTimes,
  })
  const { base, before, conflict } = stale
  const [values, setValues] = useState(before)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const isDirty = stale.isDirtyWith(values)
  const dialog = useLeavableDialog(isDirty, onGone)

  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    setAttempt((count) => count + 1)
  }
  const change = useCall(schoolyearEndpoints.change, {
    invalidates: YEAR_REPLIES,
    onFieldErrors: refuse,
    onFailure: (failure) => stale.compareAfter(failure, { values, setValues, onSame: dialog.close }),
  })
  const save = async () => {
    if (!isDirty) return dialog.close()
    const { changes, problems } = readTimes(values, before)
    setErrors({})
    if (Object.keys(problems).length > 0) return refuse(problems)
    stale.endConflict()
    const reply = await change.run({ params: { id: base.id }, body: { ...changes, version: base.version } })
    if (!reply) return
    dialog.close()
    notify(reply.message)
  }
  const fillIn = (filled: TimeValues) => {
    setErrors({})
    setValues(filled)
  }
  return {
    ...dialog,
    values,
    isDirty,
    errors,
    attempt,
    isRunning: change.isRunning,
    conflict:
      conflict === undefined ? undefined : { text: conflict, theirs: before, ends: changedEnds(values, before) },
    type: (changed: Partial<TimeValues>) => {
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([field]) => !(field in changed))))
      setValues({ ...values, ...changed })
    },
    /** The same time written in full; a refusal that takes the focus away from it stays. */
    complete: (changed: Partial<TimeValues>) => setValues({ ...values, ...changed }),
    openNow: () => {
      // The server's day: whether the form is open is for it to say.
      const { time } = berlinDayTime(new Date().toISOString())
      fillIn({ ...CLOSED, registration_from: today, from_time: time })
    },
    clear: () => fillIn(CLOSED),
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      stale.endConflict()
      fillIn(before)
    },
  }
}

type Dialog = ReturnType<typeof useOnlineFormDialog>

const TimeFields = ({ dialog }: { dialog: Dialog }) => {
  const { values, errors, type, complete } = dialog
  const today = useToday()
  const day = (id: 'registration_from' | 'registration_until') => ({
    id,
    label: TIME_FIELDS[id],
    today,
    isAhead: true,
    value: values[id],
    error: errors[id],
    onChange: (value: string) => type({ [id]: value }),
  })
  const time = (id: 'from_time' | 'until_time') => ({
    id,
    label: TIME_FIELDS[id],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: values[id],
    error: errors[id],
    onChange: (event: ChangeEvent<HTMLInputElement>) => type({ [id]: event.currentTarget.value }),
    onBlur: () => {
      const read = parseTimeInput(values[id])
      if (read) complete({ [id]: read })
    },
  })
  return (
    <>
      <div className={`sh-grid sh-gap-4 ${classes.moment}`}>
        <DateField {...day('registration_from')} />
        <TextInput {...time('from_time')} />
      </div>
      <div className={`sh-grid sh-gap-4 ${classes.moment}`}>
        <DateField {...day('registration_until')} />
        <TextInput {...time('until_time')} />
      </div>
      <Text size="sm" c="dimmed">
        Ohne Ende bleibt das Formular bis auf Weiteres geöffnet.
      </Text>
    </>
  )
}

const FormLink = () => {
  const school = useSignedIn()?.school
  if (!school) return null
  if (!school.SCHOOL_REGISTRATION_SETTINGS.isActive) {
    return (
      <Alert color="yellow">
        Diese Schule nimmt zurzeit keine Bewerbungen an. Das ändern Sie unter{' '}
        <Link to={paths.schools}>Schulverwaltung</Link>.
      </Alert>
    )
  }
  const address = window.location.origin + publicFormAddress(school.short)
  const copy = () => copyText({ text: address, done: 'Der Link ist kopiert.', label: 'Link zum Bewerbungsformular' })
  return (
    <div>
      <Text size="sm" className="sh-breaks">
        Adresse für Eltern:{' '}
        <a href={address} target="_blank" rel="noopener">
          {address}
        </a>
      </Text>
      <Button variant="default" mt="xs" leftSection={<Copy size={20} aria-hidden />} onClick={() => void copy()}>
        Link kopieren
      </Button>
    </div>
  )
}

/** When parents can fill in the form for a year (domain §1.2): from, until, both empty is closed. */
export const OnlineFormDialog = ({ year, onGone }: { year: Schoolyear; onGone: () => void }) => {
  const dialog = useOnlineFormDialog(year, onGone)
  const { values, errors, conflict } = dialog
  const { text, detail, ...look } = onlineFormState(year, new Date())
  return (
    <Modal {...dialog.modal} size={560} title={`Online-Formular für ${year.name}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          dialog.submit()
        }}
      >
        <Stack gap="md">
          <ErrorSummary errors={errors} labels={TIME_FIELDS} attempt={dialog.attempt} />
          <Text component="div">
            Jetzt: <StatusChip {...look}>{text}</StatusChip> {detail}
          </Text>
          <Group gap="xs">
            {!year.is_registration_open && (
              <Button variant="default" onClick={dialog.openNow}>
                Ab sofort öffnen
              </Button>
            )}
            {text !== 'geschlossen' && (
              <Button variant="default" onClick={dialog.clear}>
                Schließen
              </Button>
            )}
          </Group>
          {/* The room is there before the words are: nothing moves. */}
          <Text role="status" size="sm" c="var(--sh-attention)" lh={1.5} mih="1.5em">
            {dialog.isDirty && 'Noch nicht gespeichert – bitte „Übernehmen“.'}
          </Text>
          <TimeFields dialog={dialog} />
          {conflict && (
            <ConflictCard
              text={conflict.text}
              lines={conflict.ends.map((end) => ({
                key: end,
                label: TIME_FIELDS[end],
                mine: endText(values, end),
                theirs: endText(conflict.theirs, end),
              }))}
              onKeepMine={dialog.keepMine}
              onTakeTheirs={dialog.takeTheirs}
            />
          )}
          <FormLink />
        </Stack>
        <DialogButtonRow
          action="Übernehmen"
          isRunning={dialog.isRunning}
          onLeave={() => void dialog.leave()}
          isComparing={conflict !== undefined}
        />
      </form>
    </Modal>
  )
}
