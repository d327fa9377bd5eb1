import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schoolyear } from '#contract/schoolyears.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths, publicFormAddress } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { onlineFormState, parseTime } from './online-form.ts'
import classes from './SchoolyearDialog.module.css'
import { useOnlineFormDialog } from './use-online-form-dialog.ts'

interface OnlineFormDialogProps {
  year: Schoolyear
  today: string
  onGone: () => void
}

type Dialog = ReturnType<typeof useOnlineFormDialog>

const TimeFields = ({ dialog, today }: { dialog: Dialog; today: string }) => {
  const { values, errors, type } = dialog
  return (
    <>
      <div className={classes.moment}>
        <DateField
          id="registration_from"
          label="Geöffnet ab"
          today={today}
          value={values.fromDay}
          onChange={(fromDay) => type({ fromDay })}
          error={errors.registration_from}
        />
        <TextInput
          label="Uhrzeit (ab)"
          inputMode="numeric"
          autoComplete="off"
          value={values.fromTime}
          onChange={(event) => type({ fromTime: event.currentTarget.value })}
          onBlur={() => type({ fromTime: parseTime(values.fromTime) ?? values.fromTime })}
        />
      </div>
      <div className={classes.moment}>
        <DateField
          id="registration_until"
          label="Geöffnet bis"
          description="Leer: bis auf Weiteres"
          today={today}
          value={values.untilDay}
          onChange={(untilDay) => type({ untilDay })}
          error={errors.registration_until}
        />
        <TextInput
          label="Uhrzeit (bis)"
          inputMode="numeric"
          autoComplete="off"
          value={values.untilTime}
          onChange={(event) => type({ untilTime: event.currentTarget.value })}
          onBlur={() => type({ untilTime: parseTime(values.untilTime) ?? values.untilTime })}
        />
      </div>
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
  const address = publicFormAddress(school.short)
  return (
    <Text size="sm">
      Adresse für Eltern: <a href={address}>{address}</a>
    </Text>
  )
}

/** When parents can fill in the form for a year (domain §1.2): from, until, both empty is closed. */
export const OnlineFormDialog = ({ year, today, onGone }: OnlineFormDialogProps) => {
  const dialog = useOnlineFormDialog(year, onGone)
  const { text, detail, ...look } = onlineFormState(year)
  return (
    <Modal
      {...dialog.modal}
      size={560}
      title={`Online-Formular für ${year.name}`}
      classNames={{ title: classes.title ?? '' }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void dialog.save()
        }}
      >
        <Stack gap="md">
          <Text component="div">
            Jetzt: <StatusChip {...look}>{text}</StatusChip> {detail}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={dialog.openNow}>
              ab sofort
            </Button>
            <Button variant="default" onClick={dialog.clear}>
              schließen
            </Button>
          </Group>
          <TimeFields dialog={dialog} today={today} />
          <FormLink />
        </Stack>
        <Group justify="flex-end" gap="sm" className={classes.buttons ?? ''}>
          <Button variant="default" onClick={() => void dialog.leave()}>
            Abbrechen
          </Button>
          <ActionButton type="submit" isRunning={dialog.isRunning}>
            Übernehmen
          </ActionButton>
        </Group>
      </form>
    </Modal>
  )
}
