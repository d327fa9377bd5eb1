import { ActionIcon, Button, Modal, Select, Stack } from '@mantine/core'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  MULTI_SCHOOL_KEY,
  USER_TEXTS,
  type User,
  UserSettingForm,
  userEndpoints,
  userSettingEndpoints,
} from '#contract/users/users.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import foot from '#web/ui/ButtonRow.module.css'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { restoreSchools } from './user-actions.tsx'
import classes from './users.module.css'

export type SchoolSetting = Reply<typeof userSettingEndpoints.find>
type School = SchoolSetting['schools'][number]

const PICKER_ID = 'add-school'
const RESET_FAILED = 'Fehler beim Zurücksetzen der Benutzereinstellungen' // spec §8

/** Spec §3: without a blank. */
const labelOf = ({ short, name }: School) => `[${short}]${name}`

interface SchoolAccessDialogProps {
  user: User
  setting: SchoolSetting
  /** What was chosen when a session ended. */
  preserved: readonly number[] | undefined
  remember: (chosen: readonly number[] | undefined) => void
  onGone: () => void
}

/** What is stored, or as long as that is nothing the school the account has: it stays when a second one is added. */
const startOf = ({ schools: held }: User, { setting_value, schools }: SchoolSetting) =>
  setting_value.length > 0
    ? setting_value
    : held.map(({ id }) => id).filter((id) => schools.some((school) => school.id === id))

/** Chosen schools in the order they were added, and how they are stored. */
const useSchoolAccess = ({ user, setting, preserved, remember, onGone }: SchoolAccessDialogProps) => {
  // The list behind the dialog may be loaded anew meanwhile.
  const [start] = useState(() => startOf(user, setting))
  const [chosen, setChosen] = useState<readonly number[]>(preserved ?? start)
  const [error, setError] = useState<string>()
  const isDirty = chosen.join() !== start.join()
  const dialog = useLeavableDialog(isDirty, onGone)
  useEffect(() => {
    remember(isDirty ? chosen : undefined)
    return () => remember(undefined)
  })
  const invalidates = [userEndpoints.list]
  // One of several may be out of the actor's reach; a choice of one cannot be saved again.
  const before = setting.setting_value.length
  const saving = useCall(userSettingEndpoints.save, {
    invalidates,
    onFieldErrors: (errors) => setError(Object.values(errors)[0]),
  })
  const resetting = useCall(userSettingEndpoints.reset, {
    invalidates,
    onFailure: (failure) => refuseAction(failure, RESET_FAILED),
  })
  const finish = (reply: { message: string } | undefined, isUndoable: boolean) => {
    if (!reply) return
    dialog.close()
    const undo = () => restoreSchools(user.id, setting.setting_value)
    notify(reply.message, { about: `schools of user ${user.id}`, ...(isUndoable && { undo }) })
  }
  return {
    ...dialog,
    chosen,
    error,
    isSaving: saving.isRunning,
    isResetting: resetting.isRunning,
    // Spec §5: a school already chosen is not added twice.
    add: (id: number) => {
      setError(undefined)
      setChosen((before) => (before.includes(id) ? before : [...before, id]))
    },
    remove: (id: number) => {
      setChosen((before) => before.filter((one) => one !== id))
      focusField(PICKER_ID)
    },
    save: async () => {
      const body = { key: MULTI_SCHOOL_KEY, user_id: user.id, value: [...chosen] } satisfies UserSettingForm
      if (UserSettingForm.safeParse(body).success) return finish(await saving.run({ body }), before !== 1)
      setError(USER_TEXTS.atLeastTwoSchools)
      focusField(PICKER_ID)
    },
    reset: async () => finish(await resetting.run({ params: { userId: user.id } }), before > 1),
  }
}

/** The fixed text of the spec says what is missing, not how an account comes back to one school. */
const AccessError = ({ text }: { text: string }) => (
  <>
    {text}
    {text === USER_TEXTS.atLeastTwoSchools && (
      <span className="sh-block">Mit „Zurücksetzen“ behält das Konto nur seine Heimatschule.</span>
    )}
  </>
)

const SchoolAccessForm = ({
  access,
  schools,
}: {
  access: ReturnType<typeof useSchoolAccess>
  schools: readonly School[]
}) => {
  const chosen = access.chosen.flatMap((id) => schools.find((school) => school.id === id) ?? [])
  const [search, setSearch] = useState('')
  const choose = (id: string | null) => {
    if (id) access.add(Number(id))
    setSearch('')
  }
  return (
    <Stack gap="md">
      <Select
        id={PICKER_ID}
        label="Schule hinzufügen"
        placeholder="Bitte wählen"
        data={schools.map((school) => ({ value: String(school.id), label: labelOf(school) }))}
        value={null}
        onChange={choose}
        searchable
        // Nor when the focus comes here with an error, which the list would cover.
        openOnFocus={false}
        searchValue={search}
        onSearchChange={setSearch}
        nothingFoundMessage="Keine Schule gefunden."
        error={access.error && <AccessError text={access.error} />}
        data-autofocus
      />
      {chosen.length > 0 ? (
        <ul className={`sh-plain-list ${classes.chosen}`} aria-label="Gewählte Schulen">
          {chosen.map((school) => (
            <li key={school.id} className="sh-line sh-spread sh-breaks sh-gap-2">
              {labelOf(school)}
              <ActionIcon aria-label={`${labelOf(school)} entfernen`} onClick={() => access.remove(school.id)}>
                <X size={20} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : (
        <p className="sh-quiet sh-flush sh-below-3">Noch keine Schule gewählt.</p>
      )}
    </Stack>
  )
}

/** Spec §2: 'Zugriff auf mehrere Schulen'. */
export const SchoolAccessDialog = (props: SchoolAccessDialogProps) => {
  const { user, setting } = props
  const access = useSchoolAccess(props)
  return (
    <Modal {...access.modal} size={560} title="Zugriff auf mehrere Schulen">
      <p className="sh-quiet sh-flush sh-below-3">{`${user.name} (${user.email})`}</p>
      <SchoolAccessForm access={access} schools={setting.schools} />
      {/* Without the picker: there Enter chooses a school. */}
      <form
        className={foot.foot}
        onSubmit={(event) => {
          event.preventDefault()
          void access.save()
        }}
      >
        <ButtonRow align="end">
          <Button variant="default" onClick={() => void access.leave()}>
            Abbrechen
          </Button>
          <ActionButton variant="default" isRunning={access.isResetting} onClick={() => void access.reset()}>
            Zurücksetzen
          </ActionButton>
          <ActionButton type="submit" isRunning={access.isSaving}>
            übernehmen
          </ActionButton>
        </ButtonRow>
      </form>
    </Modal>
  )
}
