import { formatDate } from '#contract/dates.ts'
import { accountDay } from '#contract/retentions/retentions.clock.ts'
import { MULTI_SCHOOL_KEY, type User, userEndpoints, userSettingEndpoints } from '#contract/users/users.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { userListQuery } from './user-list.ts'

/** Asks for the list anew; the page shows it when it is there. */
export const refreshUsers = () => renewReplies([userEndpoints.list, userEndpoints.tasks])

/** The account as it is stored now; undefined once it is gone. */
export const loadUserAnew = async (id: number) => {
  const { users } = await queryClient.fetchQuery({ ...userListQuery, staleTime: 0 })
  return users.find((user) => user.id === id)
}

const { act, actAndNotify } = actionsAbout('user', refreshUsers)

/** The account back; an invitation that was still open has become void with it. */
const restoreUser = async (user: User) => {
  const { id, invitation } = user
  const message = await act(`restore ${id}`, () => call(userEndpoints.restore, { params: { id } }))
  const invite = { text: 'Einladung erneut senden', run: () => void inviteUser(user) }
  if (message) notify(message, invitation.state === 'none' ? {} : { action: invite })
}

/** Spec §2: asks with its fixed texts, and says when nothing is left of the account; then the way back (ux §2). */
export const removeUser = async (user: User) => {
  const { id, name, email } = user
  const isWanted = await confirmDialog({
    title: 'Wirklich löschen?',
    message: (
      <>
        <p>Wollen Sie diesen Mitarbeiter wirklich löschen?</p>
        <p>{`${name} (${email})`}</p>
        <p>
          {`Die Anmeldung endet sofort. Gleich danach lässt es sich rückgängig machen; endgültig entfernt wird das Konto am ${formatDate(accountDay(new Date().toISOString()))}.`}
        </p>
      </>
    ),
    accept: 'Löschen',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const message = await act(`remove ${id}`, () => call(userEndpoints.remove, { params: { id } }))
  if (message) notify(message, { about: `user ${id}`, undo: () => restoreUser(user) })
}

export const inviteUser = ({ id }: User) =>
  actAndNotify(`invite ${id}`, () => call(userEndpoints.invite, { params: { id } }))

/** Access to schools as it was before: none of several where the account had one. */
export const restoreSchools = (user_id: number, before: readonly number[]) =>
  actAndNotify(`schools ${user_id}`, () =>
    before.length > 0
      ? call(userSettingEndpoints.save, { body: { key: MULTI_SCHOOL_KEY, user_id, value: [...before] } })
      : call(userSettingEndpoints.reset, { params: { userId: user_id } }),
  )

export const endSessions = async ({ id, name }: User) => {
  const isWanted = await confirmDialog({
    title: 'Sitzungen beenden',
    message: `${name} wird auf allen Geräten abgemeldet. Nicht gespeicherte Eingaben gehen dabei verloren.`,
    accept: 'Sitzungen beenden',
    type: 'attention',
  })
  if (isWanted) await actAndNotify(`sessions ${id}`, () => call(userEndpoints.endSessions, { params: { id } }))
}

/** Whether the active school asks this account for more than the password, as far as the list tells (ADR 0077). */
const isMoreDemanded = ({ isAdmin, isSchoolAdmin }: User) => {
  const facts = queryClient.getQueryData(userListQuery.queryKey)
  if (!facts) return false
  return facts.login_rules.ways !== 'all' || ((isAdmin || isSchoolAdmin) && facts.login_rules.two_factor_for_heads)
}

const afterReset = (user: User) =>
  isMoreDemanded(user)
    ? 'kann sich danach mit dem Passwort anmelden. An dieser Schule sind dann nur Start und Profil erreichbar, bis die verlangte Anmeldung neu eingerichtet ist.'
    : 'braucht danach zur Anmeldung nur noch das Passwort.'

const ownLinks = ({ links }: Pick<User, 'links'>) => links.filter(({ is_own }) => is_own)

/** What somebody may have on a lost device, in words; a reset takes all of it away. */
export const resetPartsOf = (user: Pick<User, 'has_two_factor' | 'has_passkey' | 'links'>) => [
  ...(user.has_two_factor ? ['zweiter Faktor mit Wiederherstellungscodes'] : []),
  ...(user.has_passkey ? ['alle Passkeys'] : []),
  ...ownLinks(user).map(({ name }) => `Verbindung mit ${name}`),
]

/** How the reset of an account is called; undefined when there is nothing to take away. */
export const resetTitleOf = (user: Pick<User, 'has_two_factor' | 'has_passkey' | 'links'>) => {
  const isMore = user.has_passkey || ownLinks(user).length > 0
  if (user.has_two_factor || user.has_passkey)
    return isMore ? 'Anmeldung zurücksetzen' : 'Zwei-Faktor-Anmeldung zurücksetzen'
  return ownLinks(user).length > 0 ? 'Verbindung mit Anmeldedienst lösen' : undefined
}

export const resetTwoFactor = async (user: User) => {
  const { id, name } = user
  const isWanted = await confirmDialog({
    title: resetTitleOf(user) ?? '',
    message: (
      <>
        <p>{`Entfernt wird: ${resetPartsOf(user).join(', ')}.`}</p>
        <p>{`${name} wird auf allen Geräten abgemeldet und ${afterReset(user)}`}</p>
        <p>Bitte vergewissern Sie sich vorher, dass die Bitte wirklich von dieser Person kommt.</p>
      </>
    ),
    accept: 'Entfernen',
    type: 'attention',
    prefers: 'dismiss',
  })
  if (isWanted) await actAndNotify(`two-factor ${id}`, () => call(userEndpoints.resetTwoFactor, { params: { id } }))
}

export const detachUser = async ({ id, name }: User) => {
  const isWanted = await confirmDialog({
    title: 'Von dieser Schule lösen',
    message: `${name} hat danach keinen Zugriff mehr auf diese Schule. Das Konto bleibt an den anderen Schulen bestehen.`,
    accept: 'Von dieser Schule lösen',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (isWanted) await actAndNotify(`detach ${id}`, () => call(userEndpoints.detach, { params: { id } }))
}
