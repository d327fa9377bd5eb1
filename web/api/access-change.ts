import type { BaseData } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { ApiFailure } from './client.ts'

export interface AccessChange {
  title: string
  message: string
}

const ASK = 'Bei Fragen wenden Sie sich bitte an die Schulleitung.'

const hasSameRights = (one: BaseData, other: BaseData) =>
  one.user.role === other.user.role && one.permissions.toSorted().join() === other.permissions.toSorted().join()

/**
 * Rights that this person has lost since the page was loaded; undefined: none. Only a school that the person had is
 * named, so nobody learns here that a school exists.
 */
export const accessChange = (before: BaseData, now: BaseData): AccessChange | undefined => {
  const { school } = before
  if (before.user.id !== now.user.id) return undefined
  if (school && !now.attachedSchools.some(({ id }) => id === school.id)) {
    const other = now.school ? ` Nach dem Neuladen arbeiten Sie an der Schule ${now.school.short}.` : ''
    const message = `Ihr Zugriff auf die Schule ${school.short} (${school.name}) wurde beendet.${other} ${ASK}`
    return { title: 'Zugriff beendet', message }
  }
  if (hasSameRights(before, now)) return undefined
  const { role } = now.user
  const isNewRole = role !== before.user.role
  const newRole = role ? ` Ihre Rolle ist jetzt „${ROLE_LABELS[role]}“.` : ' Ihr Konto hat jetzt keine Rolle.'
  const message = `Ihre Rechte wurden geändert, seit diese Seite geladen wurde.${isNewRole ? newRole : ''} ${ASK}`
  return { title: 'Rechte geändert', message }
}

let read: () => Promise<AccessChange | undefined> = async () => undefined

/** Base data sets how the person's rights are read again. */
export const onAccessDoubt = (readChange: typeof read) => {
  read = readChange
}

const DOUBTFUL: readonly string[] = [ERROR_TEXTS.otherSchool, ERROR_TEXTS.noSchool]

/** Whether a refusal follows from rights that were lost since the page was loaded, and the message about it. */
export const findAccessChange = async (failure: unknown) => {
  if (!(failure instanceof ApiFailure)) return undefined
  const isDoubtful = failure.status === 403 || (failure.status === 409 && DOUBTFUL.includes(failure.message))
  return isDoubtful ? read() : undefined
}
