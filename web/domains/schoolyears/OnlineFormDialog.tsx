import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useState } from 'react'
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
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import {
  berlinDayTime,
  CLOSED,
  changedEnds,
  ENDS,
  endText,
  onlineFormState,
  readTimes,
  rebasedTimes,
  TIME_FIELDS,
  TIME_OF,
  type TimeValues,
  timeValuesOf,
} from './online-form.ts'
import { loadSchoolyearAnew, YEAR_REPLIES } from './schoolyear-query.ts'
import classes from './schoolyears.module.css'

const FormLink = () => {
  const school = useSignedIn()?.school
  if (!school) return null
  if (!school.SCHOOL_REGISTRATION_SETTINGS.isActive) {
    return (
      <Alert color="yellow">
        Diese Schule nimmt zurzeit keine Bewerbungen an. Das ändern Sie unter{' '}
        <Link to={paths.schools} hash="bewerbungen">
          Schulverwaltung
        </Link>
        .
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
      <IconButton icon={Copy} mt="xs" onClick={() => void copy()}>
        Link kopieren
      </IconButton>
    </div>
  )
}

/** When parents can fill in the form for a year (domain §1.2): from, until, both empty is closed. */
export const OnlineFormDialog = ({ year, onGone }: { year: Schoolyear; onGone: () => void }) => {
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
  const openNow = () => {
    // The server's day: whether the form is open is for it to say.
    const { time } = berlinDayTime(new Date().toISOString())
    fillIn({ ...CLOSED, registration_from: today, from_time: time })
  }
  const input = (id: keyof TimeValues) => ({ id, label: TIME_FIELDS[id], value: values[id], error: errors[id] })
  const type = (id: keyof TimeValues, typed: string) => {
    setErrors(({ [id]: _mended, ...others }) => others)
    setValues({ ...values, [id]: typed })
  }
  const timeField = (id: 'from_time' | 'until_time') => (
    <TextInput
      {...input(id)}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => type(id, event.currentTarget.value)}
      onBlur={() => {
        // The same time written in full; a refusal that takes the focus away from it stays.
        const read = parseTimeInput(values[id])
        if (read) setValues({ ...values, [id]: read })
      }}
    />
  )
  const { text, detail, ...look } = onlineFormState(year, new Date())
  return (
    <Modal {...dialog.modal} size={560} title={`Online-Formular für ${year.name}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // While both versions are shown only their buttons decide, not Enter in a field.
          if (conflict === undefined) void save()
        }}
      >
        <Stack gap="md">
          <ErrorSummary errors={errors} labels={TIME_FIELDS} attempt={attempt} />
          <div className="sh-row sh-gap-2 sh-rows-1">
            Jetzt: <StatusChip {...look}>{text}</StatusChip> {detail}
          </div>
          <Group gap="xs">
            {!year.is_registration_open && (
              <Button variant="default" onClick={openNow}>
                Ab sofort öffnen
              </Button>
            )}
            {text !== 'geschlossen' && (
              <Button variant="default" onClick={() => fillIn(CLOSED)}>
                Formular schließen
              </Button>
            )}
            {/* Beside the buttons: nothing moves when the words appear. */}
            <Text role="status" className="sh-small sh-warn">
              {isDirty && 'Noch nicht gespeichert – bitte „Übernehmen“.'}
            </Text>
          </Group>
          {ENDS.map((end) => (
            <div key={end} className={`sh-grid sh-gap-4 ${classes.moment}`}>
              <DateField {...input(end)} today={today} isAhead onChange={(day) => type(end, day)} />
              {timeField(TIME_OF[end])}
            </div>
          ))}
          <Text size="sm" c="dimmed">
            Ohne Ende bleibt das Formular bis auf Weiteres geöffnet.
          </Text>
          {conflict && (
            <ConflictCard
              text={conflict}
              lines={changedEnds(values, before).map((end) => ({
                key: end,
                label: TIME_FIELDS[end],
                mine: endText(values, end),
                theirs: endText(before, end),
              }))}
              onKeepMine={() => void save()}
              onTakeTheirs={() => {
                stale.endConflict()
                fillIn(before)
              }}
            />
          )}
          <FormLink />
        </Stack>
        <DialogButtonRow
          action="Übernehmen"
          isRunning={change.isRunning}
          onLeave={() => void dialog.leave()}
          isComparing={conflict !== undefined}
        />
      </form>
    </Modal>
  )
}
