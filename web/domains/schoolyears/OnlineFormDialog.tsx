import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { parseTimeInput } from '#contract/clock-time.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { paths, publicFormAddress } from '#web/paths.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { onlineFormState } from './online-form.ts'
import { endText, TIME_FIELDS } from './online-form-times.ts'
import classes from './schoolyears.module.css'
import { useOnlineFormDialog } from './use-online-form-dialog.ts'

interface OnlineFormDialogProps {
  year: Schoolyear
  today: string
  onGone: () => void
}

type Dialog = ReturnType<typeof useOnlineFormDialog>

const TimeFields = ({ dialog, today }: { dialog: Dialog; today: string }) => {
  const { values, errors, type, complete } = dialog
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
export const OnlineFormDialog = ({ year, today, onGone }: OnlineFormDialogProps) => {
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
          <p role="status" className={`sh-small sh-warn sh-flush ${classes.unsaved}`}>
            {dialog.isDirty && 'Noch nicht gespeichert – bitte „Übernehmen“.'}
          </p>
          <TimeFields dialog={dialog} today={today} />
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
