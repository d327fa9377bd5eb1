import { useEffect, useRef, useState } from 'react'
import { type User, userSettingEndpoints } from '#contract/users/users.ts'
import { call } from '#web/api/client.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { PackageDialogWidget } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { useRecordOpener } from '#web/forms/use-record-opener.ts'
import type { RoleFacts } from './PermissionTable.tsx'
import { SchoolAccessDialog, type SchoolSetting } from './SchoolAccessDialog.tsx'
import { UserDialog } from './UserDialog.tsx'

const LOAD_FAILED = 'Fehler beim Laden der Benutzereinstellungen' // spec §8

/** The dialog about the schools of an account; what a session took with it opens anew, once the list is there (ux §2). */
const useSchoolsDialog = (users: readonly User[] | undefined) => {
  const place = usePreservedInput<{ userId: number; chosen: readonly number[] }>(`${window.location.pathname} schools`)
  const [opened, setOpened] = useState<{
    user: User
    setting: SchoolSetting
    preserved?: readonly number[] | undefined
  }>()
  const open = async (user: User, preserved?: readonly number[]) => {
    try {
      const setting = await call(userSettingEndpoints.find, { params: { userId: user.id } })
      setOpened({ user, setting, preserved })
    } catch (failure) {
      await refuseAction(failure, LOAD_FAILED)
    }
  }
  const isDone = useRef(false)
  useEffect(() => {
    if (!users || isDone.current) return
    isDone.current = true
    const user = users.find(({ id }) => id === place.preserved?.userId)
    if (user) void open(user, place.preserved?.chosen)
  })
  return {
    open: (user: User) => void open(user),
    shown: opened && (
      <SchoolAccessDialog
        {...opened}
        preserved={opened.preserved}
        remember={(chosen) => place.remember(chosen && { userId: opened.user.id, chosen })}
        onGone={() => setOpened(undefined)}
      />
    ),
  }
}

/** The dialogs of the page. */
export const useAccountDialog = (users: readonly User[] | undefined) => {
  const { opened, openNew, openEdit } = useRecordOpener<User>({ known: users })
  const schools = useSchoolsDialog(users)
  const [packaged, setPackaged] = useState<User>()
  const packageDialog = packaged && (
    <PackageDialogWidget subject="user" id={packaged.id} name={packaged.name} onClose={() => setPackaged(undefined)} />
  )
  const userDialog = (facts: RoleFacts) => {
    if (!opened) return null
    const { record, ...dialog } = opened
    return <UserDialog user={record} facts={facts} {...dialog} />
  }
  return {
    openNew,
    openEdit,
    openSchools: schools.open,
    openPackage: setPackaged,
    shown: (facts: RoleFacts) => packageDialog ?? schools.shown ?? userDialog(facts),
  }
}
