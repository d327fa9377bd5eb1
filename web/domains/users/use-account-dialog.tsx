import { useEffect, useRef, useState } from 'react'
import { type User, userSettingEndpoints } from '#contract/users/users.ts'
import { call } from '#web/api/client.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import type { TypedInput } from '#web/forms/use-edit.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import type { RoleFacts } from './PermissionTable.tsx'
import type { SchoolSetting } from './SchoolAccessDialog.tsx'
import { SchoolAccessDialog } from './SchoolAccessDialog.tsx'
import { UserDialog } from './UserDialog.tsx'

const LOAD_FAILED = 'Fehler beim Laden der Benutzereinstellungen' // spec §8

type Opened =
  | { kind: 'new'; kept?: TypedInput<User> }
  | { kind: 'edit'; user: User; kept?: TypedInput<User> }
  | { kind: 'schools'; user: User; setting: SchoolSetting; kept?: readonly number[] | undefined }

/** What was being chosen or typed when a session ended, and about whom; null: a new account. */
type Kept = { userId: number | null; typed: TypedInput<User> } | { userId: number; chosen: readonly number[] }

/** Opens anew, once the list is there, what a session took with it (ux §2). */
const useReopening = (kept: Kept | undefined, users: readonly User[] | undefined, reopen: (user?: User) => void) => {
  const isDone = useRef(false)
  useEffect(() => {
    if (!kept || !users || isDone.current) return
    isDone.current = true
    const user = users.find(({ id }) => id === kept.userId)
    if (user || kept.userId === null) reopen(user)
  })
}

/** The dialogs of the page. */
export const useAccountDialog = (users: readonly User[] | undefined) => {
  const place = useKeptInput<Kept>()
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)

  const openSchools = async (user: User, kept?: readonly number[]) => {
    try {
      const setting = await call(userSettingEndpoints.find, { params: { userId: user.id } })
      setOpened({ kind: 'schools', user, setting, kept })
    } catch (failure) {
      await refuseAction(failure, LOAD_FAILED)
    }
  }

  useReopening(place.kept, users, (user) => {
    if (!place.kept) return
    if ('typed' in place.kept) {
      const { typed: kept } = place.kept
      setOpened(user ? { kind: 'edit', user, kept } : { kind: 'new', kept })
    } else if (user) void openSchools(user, place.kept.chosen)
  })

  const dialog = (facts: RoleFacts) => {
    if (!opened) return null
    if (opened.kind === 'schools') {
      const { user, setting, kept } = opened
      const remember = (chosen: readonly number[] | undefined) => place.remember(chosen && { userId: user.id, chosen })
      return <SchoolAccessDialog user={user} setting={setting} kept={kept} remember={remember} onGone={close} />
    }
    const user = opened.kind === 'edit' ? opened.user : undefined
    const remember = (typed: TypedInput<User> | undefined) =>
      place.remember(typed && { userId: user?.id ?? null, typed })
    return <UserDialog user={user} kept={opened.kept} remember={remember} facts={facts} onGone={close} />
  }
  return {
    openNew: () => setOpened({ kind: 'new' }),
    openEdit: (user: User) => setOpened({ kind: 'edit', user }),
    openSchools: (user: User) => void openSchools(user),
    shown: (facts: RoleFacts) => dialog(facts),
  }
}
