import { lazy, Suspense, useState } from 'react'
import { type User, userSettingEndpoints } from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { useKeptInput } from '#web/shell/use-kept-input.ts'
import type { RoleFacts } from './RoleField.tsx'
import type { SchoolSetting } from './SchoolAccessDialog.tsx'
import type { UserValues } from './user-form.ts'

const UserDialog = lazy(() => import('./UserDialog.tsx').then((module) => ({ default: module.UserDialog })))
const SchoolAccessDialog = lazy(() =>
  import('./SchoolAccessDialog.tsx').then((module) => ({ default: module.SchoolAccessDialog })),
)

const LOAD_FAILED = 'Fehler beim Laden der Benutzereinstellungen' // spec §8

type Opened =
  | { kind: 'new'; kept?: UserValues }
  | { kind: 'edit'; user: User; kept?: UserValues }
  | { kind: 'schools'; user: User; setting: SchoolSetting }

/** What was being typed into the dialog when a session ended, and about whom; null: a new account. */
interface KeptUser {
  userId: number | null
  values: UserValues
}

const reopened = ({ userId, values }: KeptUser, users: readonly User[]): Opened | undefined => {
  if (userId === null) return { kind: 'new', kept: values }
  const user = users.find(({ id }) => id === userId)
  return user && { kind: 'edit', user, kept: values }
}

/** The dialogs of the page; their code comes with the first one. What a session took with it opens again (ux §2). */
export const useAccountDialog = (users: readonly User[] | undefined) => {
  const place = useKeptInput<KeptUser>()
  const [opened, setOpened] = useState<Opened>()
  const [isKeptShown, setKeptShown] = useState(false)
  if (place.kept && users && !isKeptShown) {
    setKeptShown(true)
    setOpened(reopened(place.kept, users))
  }
  const close = () => setOpened(undefined)

  const openSchools = async (user: User) => {
    try {
      const setting = await call(userSettingEndpoints.find, { params: { userId: user.id } })
      setOpened({ kind: 'schools', user, setting })
    } catch (failure) {
      await refuseAction(failure, LOAD_FAILED)
    }
  }

  const dialog = (facts: RoleFacts) => {
    if (!opened) return null
    if (opened.kind === 'schools') return <SchoolAccessDialog {...opened} onGone={close} />
    const user = opened.kind === 'edit' ? opened.user : undefined
    const remember = (values: UserValues | undefined) => place.remember(values && { userId: user?.id ?? null, values })
    return <UserDialog user={user} kept={opened.kept} remember={remember} facts={facts} onGone={close} />
  }
  return {
    openNew: () => setOpened({ kind: 'new' }),
    openEdit: (user: User) => setOpened({ kind: 'edit', user }),
    openSchools: (user: User) => void openSchools(user),
    shown: (facts: RoleFacts) => <Suspense fallback={null}>{dialog(facts)}</Suspense>,
  }
}
