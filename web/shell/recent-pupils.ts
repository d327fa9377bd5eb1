import type { BaseData } from '#contract/account/account.ts'

/** The children whose pages this account opened last at this school: only their ids, because a browser has no lock. */
const KEY = 'schulhof-recent'
const MOST = 5

const ownerOf = ({ user, school }: BaseData) => `${user.id}-${school?.id}`

interface Remembered {
  owner: string
  ids: number[]
}

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' && value !== null && 'owner' in value && 'ids' in value && Array.isArray(value.ids)

/** The newest first; none of another account or school. */
export const recentPupilIds = (baseData: BaseData): number[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (!isRemembered(stored) || stored.owner !== ownerOf(baseData)) return []
    return stored.ids.filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST)
  } catch {
    return []
  }
}

export const rememberPupil = (baseData: BaseData, id: number) => {
  const ids = [id, ...recentPupilIds(baseData).filter((one) => one !== id)].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify({ owner: ownerOf(baseData), ids }))
}

/** When somebody signs out. */
export const forgetRecentPupils = () => localStorage.removeItem(KEY)
